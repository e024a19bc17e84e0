// The objects of a ring are gone through backwards.
// expect: inconclusive: barrier objects that are not used in turn (test/kernels/mbarrier.cuh:12)
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void fill(int *out, int n) {
  __shared__ uint64_t bar[3];
  int t = threadIdx.x;
  if (t < 3) mbar_init(&bar[t], 64);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    int s = 2 - k % 3;
    mbar_arrive(&bar[s]);
    mbar_wait(&bar[s], (k / 3) & 1);
  }
  out[blockIdx.x * 64 + t] = t;
}
