// The wait is a loop around a question.
// expect: race-free
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
    while (!mbar_test(&bar, phase)) {
    }
    phase ^= 1;
    mine[threadIdx.x] = s[255 - threadIdx.x];
    mbar_arrive(&bar);
    while (!mbar_test(&bar, phase)) {
    }
    phase ^= 1;
  }
}
