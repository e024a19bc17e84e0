// A thread reads from memory which phase it waits for.
// expect: inconclusive: a wait for an unknown phase of a barrier object (test/kernels/barrier-object-other-phase.cu:14)
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ cuda::barrier<cuda::thread_scope_block>::arrival_token kept[64];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  kept[threadIdx.x] = bar.arrive();
  __syncthreads();
  bar.wait(std::move(kept[63 - threadIdx.x]));
  a[threadIdx.x] = s[63 - threadIdx.x];
}
