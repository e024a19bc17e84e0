// No wait orders blocks: one copies what another one overwrites.
// expect: inter-block-race line 9 with line 14
// launch: grid 4 block 64
#include <cuda_pipeline.h>

__global__ void from_neighbour(int *data, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &data[(blockIdx.x + 1) % gridDim.x * 64 + t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[63 - t];
  data[blockIdx.x * 64 + t] = 0;
}
