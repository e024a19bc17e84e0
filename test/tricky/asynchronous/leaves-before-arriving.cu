// Threads without an element leave behind the barrier.
// expect: race-free
// launch: grid 1 block 128
#include <cuda_pipeline.h>
__global__ void copy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (t >= n) return;
  out[t] = tile[127 - t];
}
