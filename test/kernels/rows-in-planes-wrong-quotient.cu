// The row of a plane is counted by the planes: what is left is none of the division, and rows of several planes are one.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/rows-in-planes-wrong-quotient.cu:15)
// expect: possible inter-block-race line 15 with line 15
#include <cstdint>
// gpurace: assume strided(out, s1, s2, s3) && rows >= 4 && planes == 2 && columns == 1
__global__ void copy(const float *in, float *out, int columns, int rows, int planes, int s1, int s2, int s3) {
  const int column = blockDim.y * blockIdx.y + threadIdx.y;
  if (column >= columns)
    return;
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  const uint32_t i3 = row / (rows * planes);
  const uint32_t i2 = (row - i3 * rows * planes) / rows;
  const uint32_t i1 = row - i3 * rows * planes - i2 * rows;
  const int from = column + row * columns;
  out[column + i1 / planes * s1 + i2 * s2 + i3 * s3] = in[from];
}
