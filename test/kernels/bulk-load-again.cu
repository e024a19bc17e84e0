// The tile is loaded again when all have read it, which a barrier says.
// expect: race-free
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void sums(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (t == 0) {
      mbar_arrive_expect(&full, sizeof(tile));
      load_in_bulk(tile, in + k * 64, sizeof(tile), &full);
    }
    mbar_wait(&full, k & 1);
    sum += tile[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
