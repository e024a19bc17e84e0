// The tile of 16 rows lies in an array with one axis, as PTX has it: its block has 16 threads along each axis at most.
// expect: conditional: blockDim.x <= 16 && blockDim.y <= 16; width >= gridDim.x * 16
// expect: possible inter-block-race line 12 with line 12
// expect: possible intra-block-race line 10 with line 10
#include <cuda_runtime.h>
__global__ void turned(float *out, const float *in, int width) {
  __shared__ float tile[256];
  int row = blockIdx.y * 16 + threadIdx.y;
  int column = blockIdx.x * 16 + threadIdx.x;
  tile[threadIdx.y * 16 + threadIdx.x] = in[row * width + column];
  __syncthreads();
  out[row * width + column] = tile[threadIdx.x * 16 + threadIdx.y];
}
