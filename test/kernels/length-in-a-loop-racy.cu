// Each of the lengths is another one.
// expect: conditional: width >= columns
// expect: possible inter-block-race line 7 with line 7
__global__ void filled(float *out, int width, int columns, int rows) {
  const int row = blockIdx.x;
  if (row >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[row * width + i] = row;
}

void fill(float *out, const long *lengths, int axes, int columns, int rows) {
  if (lengths[0] != columns) return;
  for (int axis = 0; axis < axes; ++axis) filled<<<rows, 128>>>(out, int(lengths[axis]), columns, rows);
}
