// The same, and where the launch says so, rows go where an index tells: what that holds nobody knows.
// expect: conditional: strided(out, s1, s2, s3); rows_apart == 0
// expect: possible inter-block-race line 20 with line 20
#include <cstdint>
__global__ void copy(const float *in, float *out, int columns, int rows, int planes, int s1, int s2, int s3,
                     const int64_t *places, int rows_apart) {
  const int column = blockDim.y * blockIdx.y + threadIdx.y;
  if (column >= columns)
    return;
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t i3 = row / (rows * planes);
  const uint32_t i2 = (row - i3 * rows * planes) / rows;
  const uint32_t i1 = row - i3 * rows * planes - i2 * rows;
  const int from = column + row * columns;
  int to = column + i1 * s1 + i2 * s2 + i3 * s3;
  if (rows_apart != 0) {
    to = i1 * s1 + column;
    to += places[i2] * rows_apart;
  }
  out[to] = in[from];
}
