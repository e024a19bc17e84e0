// How many columns there are beside these nobody says, and the host counts signed: fewer than none are rows that are too short.
// expect: conditional: width >= columns
// expect: possible inter-block-race line 9 with line 9
#include <cassert>

__global__ void filled(float *out, int width, int columns, int rows) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[row * width + i] = row;
}

void fill(float *out, int width, int columns, int more, int rows) {
  assert(width == columns + more);
  filled<<<rows, 128>>>(out, width, columns, rows);
}
