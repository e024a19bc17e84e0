// The parity is that of the round, and should be that of the turn: of three stages every other wait says nothing.
// expect: racy
// launch: grid 1 block 64
#include "ptx.cuh"
__global__ void ring(const float *in, float *out, int n) {
  __shared__ float tile[3][32];
  __shared__ uint64_t full[3], empty[3];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 3; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 32);
    }
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty[k % 3], (k / 3 & 1) ^ 1);
      tile[k % 3][t] = in[k * 32 + t];
      mbar_arrive(&full[k % 3]);
    }
  } else {
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % 3], k & 1);
      out[k * 32 + t - 32] = tile[k % 3][63 - t];
      mbar_arrive(&empty[k % 3]);
    }
  }
}
