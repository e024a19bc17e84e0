// The tile is read before all of the block have written it.
// launch: grid 4 block 256
// expect: intra-block-race line 9 with line 10
#include <hip/hip_runtime.h>

__global__ void smooth(float *out, const float *in) {
  HIP_DYNAMIC_SHARED(float, tile)
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  if (threadIdx.x > 0) out[i] = tile[threadIdx.x] - tile[threadIdx.x - 1];
}
