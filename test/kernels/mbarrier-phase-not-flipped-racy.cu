// The phase is not flipped: the second wait is for a phase that is over.
// expect: inconclusive: a barrier that a thread may reach again before the others have reached it (test/kernels/mbarrier.cuh:8); a possible intra-block-race was neither proved nor ruled out (test/kernels/mbarrier-phase-not-flipped-racy.cu:15)
// expect: possible intra-block-race line 15 with line 18
// launch: grid 4 block 256
#include "mbarrier.cuh"

__global__ void reverse(int *a, int n) {
  __shared__ int s[256];
  __shared__ uint64_t bar;
  int *mine = a + blockIdx.x * 256;
  if (threadIdx.x == 0) mbar_init(&bar, 256);
  __syncthreads();
  int phase = 0;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = mine[threadIdx.x];
    mbar_arrive(&bar);
    mbar_wait(&bar, phase);
    mine[threadIdx.x] = s[255 - threadIdx.x];
    mbar_arrive(&bar);
    __syncthreads();
  }
}
