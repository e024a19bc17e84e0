// A bulk copy overwrites what threads have written: a late write may come over it.
// expect: proxy-fence-race line 11 with line 17
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void cleared(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  tile[t] = t;
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
