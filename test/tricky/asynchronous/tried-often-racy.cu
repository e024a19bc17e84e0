// After so many tries the thread goes on in any case.
// expect: racy
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
    for (int i = 0; i < 100; i++)
      if (mbar_try(&full, 0)) break;
    out[t - 32] = tile[63 - t];
  }
}
