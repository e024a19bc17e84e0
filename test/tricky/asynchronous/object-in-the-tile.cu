// The barrier object lies behind the tile.
// expect: race-free
// launch: grid 1 block 64
#include "ptx.cuh"
__global__ void hand_over(const float *in, float *out) {
  extern __shared__ char raw[];
  float *tile = reinterpret_cast<float *>(raw);
  uint64_t *full = reinterpret_cast<uint64_t *>(raw + 128);
  int t = threadIdx.x;
  if (t == 0) mbar_init(full, 32);
  __syncthreads();
  if (t < 32) {
    tile[t] = in[t];
    mbar_arrive(full);
  } else {
    mbar_wait(full, 0);
    out[t - 32] = tile[63 - t];
  }
}
