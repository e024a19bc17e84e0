// A block has a row of `rows` elements: the number is an int, and the index is unsigned, because `blockIdx` is. That an index
// stays in its range is assumed, whatever the types it is computed in.
// expect: race-free
#include <stddef.h>

__global__ void plain(int *out, int rows) {
  for (int r = threadIdx.x; r < rows; r += blockDim.x) out[blockIdx.x * rows + r] = r;
}

__global__ void asUnsigned(int *out, unsigned rows) {
  for (unsigned r = threadIdx.x; r < rows; r += blockDim.x) out[blockIdx.x * rows + r] = r;
}

__global__ void asSize(int *out, size_t rows) {
  for (size_t r = threadIdx.x; r < rows; r += blockDim.x) out[blockIdx.x * rows + r] = r;
}

__global__ void asLong(int *out, long rows) {
  for (long r = threadIdx.x; r < rows; r += blockDim.x) out[blockIdx.x * rows + r] = r;
}

__global__ void widened(int *out, int rows) {
  for (int r = threadIdx.x; r < rows; r += blockDim.x) out[(size_t)blockIdx.x * rows + r] = r;
}

__global__ void narrowed(int *out, int rows) {
  int i = blockIdx.x * rows + threadIdx.x;
  if (threadIdx.x < rows) out[i] = i;
}

__global__ void ofRow(int *out, int rows) {
  int *row = out + blockIdx.x * rows;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) row[r] = r;
}
