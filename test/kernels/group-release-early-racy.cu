// One of the consumers gives the stage back before they meet at their barrier.
// expect: intra-block-race line 21 with line 29
// expect: intra-block-race line 22 with line 29
// launch: grid 4 block 96
#include "mbarrier.cuh"

__global__ void ring(const float *in, float *out, int n) {
  __shared__ float tile[2][64];
  __shared__ uint64_t full[2], empty[2];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; s++) {
      mbar_init(&full[s], 32);
      mbar_init(&empty[s], 1);
    }
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < n; k++) {
      mbar_wait(&empty[k % 2], (k / 2 & 1) ^ 1);
      tile[k % 2][t] = in[k * 64 + t];
      tile[k % 2][t + 32] = in[k * 64 + t + 32];
      mbar_arrive(&full[k % 2]);
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      mbar_wait(&full[k % 2], k / 2 & 1);
      sum += tile[k % 2][95 - t];
      if (t == 32) mbar_arrive(&empty[k % 2]);
      asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[blockIdx.x * 64 + t - 32] = sum;
  }
}
