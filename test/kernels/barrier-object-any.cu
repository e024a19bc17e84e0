// Which barrier object the threads come to depends on an argument.
// expect: inconclusive: an unidentified barrier object (test/kernels/barrier-object-any.cu:12); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-object-any.cu:11)
// expect: possible intra-block-race line 11 with line 13
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *a, int which) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  if (threadIdx.x < 2) init(&bar[threadIdx.x], blockDim.x);
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  bar[which].arrive_and_wait();
  a[threadIdx.x] = s[63 - threadIdx.x];
}
