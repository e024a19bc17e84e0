// All consumers but one warp are waited for.
// expect: async-copy-race line 41 with line 49
// launch: grid 4 block 160
#include "mbarrier.cuh"

const int STAGES = 4;
const int TILE = 128;

__global__ void sum_tiles(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[STAGES][TILE];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  const float *mine = in + (size_t)blockIdx.x * n * TILE;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], TILE - 32);
    }
  }
  __syncthreads();
  if (t >= TILE) {
    if (t == TILE) {
      int s = 0;
      uint32_t phase = 1;
      for (int k = 0; k < n; k++) {
        mbar_wait(&empty[s], phase);
        mbar_arrive_expect(&full[s], TILE * 4);
        bulk_load(tile[s], mine + k * TILE, TILE * 4, &full[s]);
        if (++s == STAGES) {
          s = 0;
          phase ^= 1;
        }
      }
    }
  } else {
    int s = 0;
    uint32_t phase = 0;
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[s], phase);
      sum += tile[s][TILE - 1 - t];
      mbar_arrive(&empty[s]);
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
    out[blockIdx.x * TILE + t] = sum;
  }
}
