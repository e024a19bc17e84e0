// One elected thread of a producer warp fills stages with bulk copies; of each consumer warp one lane gives them back.
// expect: race-free
// launch: grid 4 block 160
#include "mbarrier.cuh"

const int STAGES = 4;
const int TILE = 128;

__global__ void sum_tiles(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[STAGES][TILE];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const float *mine = in + (size_t)blockIdx.x * n * TILE;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 4);
    }
  }
  __syncthreads();
  if (warp == 4) {
    if (elect_one()) {
      for (int k = 0; k < n; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], (k / STAGES & 1) ^ 1);
        mbar_arrive_expect(&full[s], TILE * 4);
        bulk_load(tile[s], mine + k * TILE, TILE * 4, &full[s]);
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], k / STAGES & 1);
      sum += tile[s][TILE - 1 - t];
      __syncwarp();
      if (lane == 0) mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * TILE + t] = sum;
  }
}
