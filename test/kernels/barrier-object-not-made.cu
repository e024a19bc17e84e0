// Nobody says how many threads the barrier object waits for.
// expect: inconclusive: a barrier object that is not initialised here (test/kernels/barrier-object-not-made.cu:10); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-object-not-made.cu:9)
// expect: possible intra-block-race line 9 with line 11
// launch: grid 1 block 64
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  s[threadIdx.x] = a[threadIdx.x];
  bar.arrive_and_wait();
  a[threadIdx.x] = s[63 - threadIdx.x];
}
