// Threads along one axis are the pixels of a picture: a thread beyond the last one writes into the column of another.
// expect: conditional: height * width >= gridDim.x * blockDim.x
// expect: possible inter-block-race line 8 with line 8
__global__ void transpose(const float *in, float *out, int width, int height) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  int row = pixel % height;
  int column = pixel / height;
  out[row * width + column] = in[pixel];
}

void launch(const float *in, float *out, int width, int height, int blocks) {
  transpose<<<blocks, 176>>>(in, out, width, height);
}
