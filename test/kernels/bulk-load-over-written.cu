// What threads have written is overwritten by a bulk copy behind a fence of the two ways to memory.
// expect: race-free
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void cleared(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  tile[t] = t;
  async_fence();
  __syncthreads();
  float before = tile[63 - t];
  __syncthreads();
  if (t == 0) {
    mbar_arrive_expect(&full, sizeof(tile));
    load_in_bulk(tile, in, sizeof(tile), &full);
  }
  mbar_wait(&full, 0);
  out[blockIdx.x * 64 + t] = before + tile[t];
}
