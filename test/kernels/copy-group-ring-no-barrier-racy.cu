// A ring of three stages without a barrier: the wait tells the thread itself only.
// expect: async-copy-race line 14 with line 20
// expect: async-copy-race line 20 with line 22
// launch: grid 4 block 128
#include <cuda_pipeline.h>

const int STAGES = 3;

__global__ void ring(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][128];
  int t = threadIdx.x;
  const float *mine = in + blockIdx.x * n * 128;
  for (int s = 0; s < STAGES - 1; s++) {
    if (s < n) __pipeline_memcpy_async(&tile[s][t], &mine[s * 128 + t], 4);
    __pipeline_commit();
  }
  float sum = 0;
  for (int k = 0; k < n; k++) {
    __pipeline_wait_prior(STAGES - 2);
    sum += tile[k % STAGES][127 - t];
    int next = k + STAGES - 1;
    if (next < n) __pipeline_memcpy_async(&tile[next % STAGES][t], &mine[next * 128 + t], 4);
    __pipeline_commit();
  }
  out[blockIdx.x * 128 + t] = sum;
}
