// Who arrives and does not wait may read too early: thread 63 reads s[0], which thread 0 writes.
// expect: racy line 10 with line 12
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  if (threadIdx.x == 0) init(&all, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  (void)all.arrive();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
