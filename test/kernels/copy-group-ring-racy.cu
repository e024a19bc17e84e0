// A ring of three stages whose wait leaves one group too many under way.
// expect: async-copy-race line 14 with line 21
// expect: async-copy-race line 21 with line 23
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
    __pipeline_wait_prior(STAGES - 1);
    __syncthreads();
    sum += tile[k % STAGES][127 - t];
    int next = k + STAGES - 1;
    if (next < n) __pipeline_memcpy_async(&tile[next % STAGES][t], &mine[next * 128 + t], 4);
    __pipeline_commit();
  }
  out[blockIdx.x * 128 + t] = sum;
}
