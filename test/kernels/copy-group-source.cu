// The source of a copy is written behind the wait for it.
// expect: race-free
// launch: grid 4 block 128
#include <cuda_pipeline.h>

__global__ void reused_source(int *data, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int *mine = data + blockIdx.x * 128;
  __pipeline_memcpy_async(&tile[t], &mine[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  mine[t] = 0;
  out[blockIdx.x * 128 + t] = tile[t];
}
