// Threads without an element leave, and their copies with them: nobody has waited for those.
// expect: racy
// launch: grid 1 block 128
#include <cuda_pipeline.h>
__global__ void copy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float));
  __pipeline_commit();
  if (t >= n) return;
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[127 - t];
}
