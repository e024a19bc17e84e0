// The barrier is missing where there is no bias alone.
// expect: intra-block-race line 5 with line 10
__global__ void reverse(float *out, const float *bias, int n) {
  __shared__ float row[128];
  row[threadIdx.x] = n;
  if (bias != nullptr) {
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x] + bias[threadIdx.x];
  } else {
    out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x];
  }
}
void launch(float *out, const float *bias, int n) {
  reverse<<<64, 128>>>(out, bias, n);
}
