// All arrive and wait.
// expect: race-free
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  all.wait(all.arrive());
  out[threadIdx.x] = s[63 - threadIdx.x];
}
