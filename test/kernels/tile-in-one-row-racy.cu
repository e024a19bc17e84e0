// 256 elements are a square, and the rows are shorter than its side all the same.
// expect: intra-block-race line 7 with line 7
// launch: grid 1 block 16,16
#include <cuda_runtime.h>
__global__ void turned(float *out, const float *in, int width) {
  __shared__ float tile[256];
  tile[threadIdx.y * 15 + threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x + threadIdx.y * 15];
}
