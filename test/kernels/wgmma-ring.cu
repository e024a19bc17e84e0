// Bulk copies fill a ring of tiles; each thread of the warpgroup gives a stage back when its product is done.
// expect: race-free
// launch: grid 4 block 160
#include "wgmma.cuh"

const int STAGES = 4;

__global__ void multiply(const uint32_t *in, const uint32_t *weights, float *out, int steps) {
  __shared__ alignas(1024) uint32_t a[STAGES][64 * 32], b[STAGES][8 * 32];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 128);
    }
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128) {
      for (int k = 0; k < steps; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_arrive_expect(&full[s], sizeof(a[0]) + sizeof(b[0]));
        load_in_bulk(a[s], in + k * 64 * 32, sizeof(a[0]), &full[s]);
        load_in_bulk(b[s], weights + k * 8 * 32, sizeof(b[0]), &full[s]);
      }
    }
  } else {
    float d[4] = {};
    for (int k = 0; k < steps; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      wgmma_fence();
      for (int i = 0; i < 4; i++) multiply_64x8(d, rows_at(a[s]) + 2 * i, rows_at(b[s]) + 2 * i);
      wgmma_commit();
      wgmma_wait<0>();
      mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
  }
}
