// Two objects that take turns wait for different numbers of threads.
// expect: inconclusive: barrier objects that take turns and have different counts (test/kernels/mbarrier.cuh:8)
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void fill(int *out, int n) {
  __shared__ uint64_t bar[2];
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&bar[0], 64);
    mbar_init(&bar[1], 32);
  }
  __syncthreads();
  for (int k = 0; k < n; k++) {
    mbar_arrive(&bar[k % 2]);
    mbar_wait(&bar[k % 2], (k / 2) & 1);
  }
  out[blockIdx.x * 64 + t] = t;
}
