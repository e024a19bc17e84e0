// A block has a row of `rows` elements, and writes one more: the first of the next block's.
// expect: inter-block-race line 8 with line 8
// expect: inter-block-race line 12 with line 12
// expect: inter-block-race line 16 with line 16
#include <stddef.h>

__global__ void plain(int *out, int rows) {
  for (int r = threadIdx.x; r <= rows; r += blockDim.x) out[blockIdx.x * rows + r] = r + blockIdx.x;
}

__global__ void asSize(int *out, size_t rows) {
  for (size_t r = threadIdx.x; r <= rows; r += blockDim.x) out[blockIdx.x * rows + r] = r + blockIdx.x;
}

__global__ void asLong(int *out, long rows) {
  for (long r = threadIdx.x; r <= rows; r += blockDim.x) out[blockIdx.x * rows + r] = r + blockIdx.x;
}
