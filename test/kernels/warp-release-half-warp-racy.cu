// The barrier in front of the arrival is one of half the warp.
// expect: intra-block-race line 23 with line 35
// launch: grid 4 block 96
#include "mbarrier.cuh"

const int STAGES = 3;

__global__ void ring(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][32];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 2);
    }
  }
  __syncthreads();
  if (t < 32) {
    int s = 0, phase = 1;
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty[s], phase);
      tile[s][t] = in[k * 32 + t];
      mbar_arrive(&full[s]);
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
  } else {
    int s = 0, phase = 0;
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[s], phase);
      sum += tile[s][(lane + 1) % 32];
      if (lane < 16) __syncwarp(0xffff);
      if (lane == 0) mbar_arrive(&empty[s]);
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
    out[blockIdx.x * 64 + t - 32] = sum;
  }
}
