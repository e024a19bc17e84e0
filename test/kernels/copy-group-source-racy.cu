// The source of a copy is written while the copy may still read it.
// expect: async-copy-race line 10 with line 12
// launch: grid 4 block 128
#include <cuda_pipeline.h>

__global__ void reused_source(int *data, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  int *mine = data + blockIdx.x * 128;
  __pipeline_memcpy_async(&tile[t], &mine[t], 4);
  __pipeline_commit();
  mine[t] = 0;
  __pipeline_wait_prior(0);
  out[blockIdx.x * 128 + t] = tile[t];
}
