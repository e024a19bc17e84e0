// The thread tries until the phase is over.
// expect: race-free
// launch: grid 1 block 64
#include "ptx.cuh"
__global__ void hand_over(const float *in, float *out) {
  __shared__ float tile[32];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 32);
  __syncthreads();
  if (t < 32) {
    tile[t] = in[t];
    mbar_arrive(&full);
  } else {
    while (true)
      if (mbar_try(&full, 0)) break;
    out[t - 32] = tile[63 - t];
  }
}
