// All copies of a loop are one group that nobody waits for.
// expect: async-copy-race line 9 with line 12
// launch: grid 1 block 64
#include <cuda_pipeline.h>

__global__ void one_group(const int *in, int *out, int n) {
  extern __shared__ int tile[];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  __syncthreads();
  for (int i = t; i < n; i += 64) out[i] = tile[n - 1 - i];
}
