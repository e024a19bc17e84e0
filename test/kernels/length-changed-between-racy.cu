// Somebody else may have changed the length after it was asked for.
// expect: conditional: width >= columns
// expect: possible inter-block-race line 9 with line 9
void shorten(long *lengths);

__global__ void filled(float *out, int width, int columns, int rows) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[row * width + i] = row;
}

void fill(float *out, long *lengths, int axes, int columns, int rows) {
  if (lengths[axes - 1] != columns) return;
  shorten(lengths);
  filled<<<rows, 128>>>(out, int(lengths[axes - 1]), columns, rows);
}
