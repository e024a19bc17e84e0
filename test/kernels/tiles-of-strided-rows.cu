// A tile of 256 columns for each block, in rows that lie `stride` apart: one place needs both that no block is wider than its
// tile and that no row is longer than the stride.
// expect: conditional: stride >= columns; blockDim.x <= 256
// expect: possible inter-block-race line 7 with line 7
__global__ void scaleTiles(float *a, int columns, int stride, float by) {
  int column = blockIdx.x * 256 + threadIdx.x;
  if (column < columns) a[blockIdx.y * stride + column] *= by;
}

void scale(float *a, int rows, int columns, int stride, int threads) {
  scaleTiles<<<dim3((columns + 255) / 256, rows), threads>>>(a, columns, stride, 2.0f);
}
