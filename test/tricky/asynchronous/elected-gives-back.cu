// The elected lane gives the tile back when all lanes of its warp have read it.
// expect: race-free
// launch: grid 1 block 64
#include "ptx.cuh"
__global__ void ring(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[32];
  __shared__ uint64_t full, empty;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_init(&empty, 1);
  }
  __syncthreads();
  if (t < 32) {
    if (elect()) {
      for (int k = 0; k < n; k++) {
        mbar_wait(&empty, (k & 1) ^ 1);
        mbar_arrive_expect(&full, 128);
        bulk_load(tile, in + k * 32, 128, &full);
      }
    }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full, k & 1);
      out[k * 32 + t - 32] = tile[63 - t];
      __syncwarp();
      if (elect()) mbar_arrive(&empty);
    }
  }
}
