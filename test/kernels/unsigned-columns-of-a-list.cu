// A row for each block, of which a list says one column.
// expect: conditional: column[i] >= 0 && column[i] < width
// expect: possible inter-block-race line 5 with line 5
__global__ void mark(const int *column, float *out, int width) {
  if (threadIdx.x == 0) out[blockIdx.x * width + column[blockIdx.x]] = blockIdx.x;
}

void run(const int *column, float *out, int rows, int width) {
  mark<<<rows, 32>>>(column, out, width);
}
