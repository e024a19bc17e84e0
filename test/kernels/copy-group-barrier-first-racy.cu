// The barrier comes before the wait: nobody knows of the others' waits.
// expect: async-copy-race line 9 with line 13
// launch: grid 4 block 256
#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * 256 + t], 4);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[blockIdx.x * 256 + t] = tile[(t + 1) % 256];
}
