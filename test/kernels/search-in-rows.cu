// Which row an element is in, by where the rows begin: as these are sorted, no two threads find the same element.
// expect: conditional: monotone(begin)
// expect: possible intra-block-race line 9 with line 9
#include <cuda_runtime.h>

__global__ void row_of(const int *begin, int *row, int rows) {
  int i = blockIdx.x;
  for (int r = threadIdx.x; r < rows; r += blockDim.x) {
    if (begin[r] <= i && i < begin[r + 1]) row[i] = r;
  }
}

void rows_of_all(const int *begin, int *row, int rows, int n) {
  row_of<<<n, 128>>>(begin, row, rows);
}
