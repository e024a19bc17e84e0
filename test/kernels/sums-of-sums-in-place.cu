// Every block leaves a sum, and what sums these up where they are is one block, unless there are more sums than the program's own number
// of blocks: the launches that pass two buffers may have any number.
// expect: conditional: disjoint(in, out) || gridDim.x == 1
// expect: possible inter-block-race line 10 with line 17
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
int most();
int main() {
  int n = 1 << 20, blocks = 64;
  if (most() > 0) blocks = most();
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, blocks * sizeof(float));
  sums<<<blocks, 128>>>(in, out, n);
  for (int left = blocks; left > 1; left /= 128) {
    int few = left / 256 > 1 ? left / 256 : 1;
    sums<<<few, 128>>>(out, out, left);
  }
}
