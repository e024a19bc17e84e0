// A thread reads what it copies itself while the copy is under way.
// expect: async-copy-race line 9 with line 11
// launch: grid 4 block 128
#include <cuda_pipeline.h>

__global__ void own_element(const int *in, int *out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * 128 + t], 4);
  __pipeline_commit();
  out[blockIdx.x * 128 + t] = tile[t];
}
