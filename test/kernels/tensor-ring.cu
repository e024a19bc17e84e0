// Tiles of two tensors in a ring of stages: one phase expects the bytes of both.
// expect: race-free
// launch: grid 4 block 160
#include <cuda.h>
#include "mbarrier.cuh"

const int STAGES = 4;

__global__ void multiply(const __grid_constant__ CUtensorMap left, const __grid_constant__ CUtensorMap right, float *out,
                         int n) {
  __shared__ alignas(128) float a[STAGES][1024], b[STAGES][512];
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
      for (int k = 0; k < n; k++) {
        int s = k % STAGES;
        mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
        mbar_arrive_expect(&full[s], sizeof(a[0]) + sizeof(b[0]));
        load_box(a[s], &left, k * 32, 0, &full[s]);
        load_box(b[s], &right, k * 32, 0, &full[s]);
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      sum += a[s][127 - t] * b[s][t];
      mbar_arrive(&empty[s]);
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}
