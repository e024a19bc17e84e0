// Eight blocks sum up where they are what other blocks have left: one overwrites what another still reads.
// expect: inter-block-race line 8 with line 15
#include <cuda_runtime.h>
#include <stdlib.h>
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[128];
  float own = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) own += in[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
int main(int argc, char **argv) {
  int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 1024 * sizeof(float));
  sums<<<1024, 128>>>(in, out, n);
  sums<<<8, 128>>>(out, out, 1024);
}
