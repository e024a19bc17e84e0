// The barrier is missing where there is no bias alone, and a struct says whether there is one.
// expect: intra-block-race line 11 with line 16
struct Layer {
  const float *weights;
  int width;
  const float *bias;
  float *out;
};
__global__ void reverse(Layer layer) {
  __shared__ float row[128];
  row[threadIdx.x] = layer.weights[threadIdx.x];
  if (layer.bias) {
    __syncthreads();
    layer.out[threadIdx.x] = row[127 - threadIdx.x] + layer.bias[threadIdx.x];
  } else {
    layer.out[threadIdx.x] = row[127 - threadIdx.x];
  }
}
void launch(Layer layer) {
  reverse<<<1, 128>>>(layer);
}
