// A thread scales its own row, whose ends are loaded: rows that overlap are none of a sparse matrix.
// expect: conditional: monotone(begin)
// expect: possible inter-block-race line 7 with line 7
__global__ void scaleRows(const int *begin, const float *factors, float *values, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = begin[row]; k < begin[row + 1]; k++) values[k] *= factors[row];
}

void launch(const int *begin, const float *factors, float *values, int rows) {
  scaleRows<<<(rows + 127) / 128, 128>>>(begin, factors, values, rows);
}
