// All copies of a loop are one group, and the wait is for all of them.
// expect: race-free
// launch: grid 1 block 64
#include <cuda_pipeline.h>

__global__ void one_group(const int *in, int *out, int n) {
  extern __shared__ int tile[];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = t; i < n; i += 64) out[i] = tile[n - 1 - i];
}
