// The parity that is waited for is read from memory.
// expect: inconclusive: waits for phases of a barrier object that do not follow each other (test/kernels/mbarrier.cuh:8)
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void fill(const int *parities, int *out, int n) {
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 64);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    mbar_arrive(&bar);
    mbar_wait(&bar, parities[k]);
  }
  out[blockIdx.x * 64 + t] = t;
}
