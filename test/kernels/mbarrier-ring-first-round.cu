// The producer waits from the second round on.
// expect: race-free
// launch: grid 4 block 96
#include "mbarrier.cuh"

const int STAGES = 3;

__global__ void ring(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][32];
  __shared__ uint64_t full[STAGES], empty[STAGES];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 64);
    }
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      if (k >= STAGES) mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
      tile[s][t] = in[k * 32 + t];
      mbar_arrive(&full[s]);
    }
  } else {
    int s = 0, phase = 0;
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[s], phase);
      sum += tile[s][(t + 1) % 32];
      mbar_arrive(&empty[s]);
      if (++s == STAGES) {
        s = 0;
        phase ^= 1;
      }
    }
    out[blockIdx.x * 64 + t - 32] = sum;
  }
}
