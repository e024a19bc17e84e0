// Blocks at the rim have a body of their own: the threads of a block all take the one or the other.
// expect: race-free
#include <cuda_runtime.h>
__global__ void __launch_bounds__(64) bodies(int *out, int n) {
  __shared__ int row[64];
  if ((blockIdx.x + 1) * 64 > n) {
    row[threadIdx.x] = n;
    __syncthreads();
    if (blockIdx.x * 64 + threadIdx.x < n) out[blockIdx.x * 64 + threadIdx.x] = row[63 - threadIdx.x];
  } else {
    row[63 - threadIdx.x] = 1;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x];
  }
}
void run(int *out, int n) { bodies<<<(n + 63) / 64, 64>>>(out, n); }
