// The barrier object is made anew for the second phase.
// expect: inconclusive: a barrier object that is initialised more than once (test/kernels/barrier-object-made-twice.cu:9); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-object-made-twice.cu:11)
// expect: possible intra-block-race line 11 with line 13
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  bar.arrive_and_wait();
  a[threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
}
