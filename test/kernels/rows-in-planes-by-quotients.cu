// A row's number is taken apart into three, in unsigned numbers, as tensors with strides are gone through.
// expect: conditional: strided(out, s1, s2, s3)
// expect: possible inter-block-race line 15 with line 15
#include <cstdint>
__global__ void copy(const float *in, float *out, int columns, int rows, int planes, int s1, int s2, int s3) {
  const int column = blockDim.y * blockIdx.y + threadIdx.y;
  if (column >= columns)
    return;
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t i3 = row / (rows * planes);
  const uint32_t i2 = (row - i3 * rows * planes) / rows;
  const uint32_t i1 = row - i3 * rows * planes - i2 * rows;
  const int from = column + row * columns;
  const int to = column + i1 * s1 + i2 * s2 + i3 * s3;
  out[to] = in[from];
}
