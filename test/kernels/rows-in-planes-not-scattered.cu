// The same, and it is stated that nothing is scattered.
// expect: race-free
#include <cstdint>
// gpurace: assume rows_apart == 0 && strided(out, s1, s2, s3)
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
