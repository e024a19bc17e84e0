// The body is the thread's to choose, not the block's: those of one block take both, and meet.
// expect: intra-block-race line 6 with line 8
#include <cuda_runtime.h>
__global__ void __launch_bounds__(64) bodies(int *out, int n) {
  __shared__ int row[64];
  if (threadIdx.x < n) row[threadIdx.x] = n;
  if (threadIdx.x >= n)
    row[63 - threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x];
}
void run(int *out) { bodies<<<16, 64>>>(out, 32); }
