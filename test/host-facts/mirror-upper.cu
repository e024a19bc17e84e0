// The upper triangle of a matrix is copied below the diagonal. Only of a square matrix is the transposed place another
// row's: `rows` bounds the columns too.
// fact: assert
// without: inter-block-race line 10 with line 10, possible
// condition: cols >= rows
#include <assert.h>
__global__ void mirrorUpper(float *m, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < r && r < rows) m[r * cols + c] = m[c * cols + r];
}
void mirror(float *m, int rows, int cols) {
#ifndef WITHOUT_FACT
  assert(rows == cols);
#endif
  dim3 block(16, 16), grid((rows + 15) / 16, (rows + 15) / 16);
  mirrorUpper<<<grid, block>>>(m, rows, cols);
}
