// The count of the barrier object was never set.
// expect: inconclusive: a barrier object of unknown count (test/kernels/barrier-object-count.cu:10); a barrier object that is not initialised here (test/kernels/barrier-object-count.cu:13); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-object-count.cu:12)
// expect: possible intra-block-race line 12 with line 14
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int count;
  if (threadIdx.x == 0) init(&bar, count);
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  bar.arrive_and_wait();
  a[threadIdx.x] = s[63 - threadIdx.x];
}
