// The first thread waits for the phase, and its block for the first thread.
// expect: race-free
// launch: grid 4 block 128
#include "mbarrier.cuh"

__global__ void shift(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 1);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (t == 0) {
      mbar_arrive_expect(&bar, 512);
      bulk_load(tile, in + (blockIdx.x * n + k) * 128, 512, &bar);
      mbar_wait(&bar, k & 1);
    }
    __syncthreads();
    out[(blockIdx.x * n + k) * 128 + t] = tile[127 - t];
    __syncthreads();
  }
}
