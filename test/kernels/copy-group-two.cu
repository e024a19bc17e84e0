// Of two groups the older one is done when one may be under way.
// expect: race-free
// launch: grid 4 block 64
#include <cuda_pipeline.h>

__global__ void two_groups(const int *in, int *out) {
  __shared__ int first[64], second[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&first[t], &in[blockIdx.x * 128 + t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&second[t], &in[blockIdx.x * 128 + 64 + t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[blockIdx.x * 64 + t] = first[63 - t];
}
