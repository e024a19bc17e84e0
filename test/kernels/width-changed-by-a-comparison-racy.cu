// `qsort` calls what it is handed, which changes the width of the rows: it is less than that of a block.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 9 with line 9
#include <cstdlib>
#include <cuda_runtime.h>

static int width = 256;

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

static int shorter(const void *a, const void *b) {
  width = 4;
  return *(const int *)a - *(const int *)b;
}

int main() {
  int lengths[3] = {3, 1, 2};
  qsort(lengths, 3, sizeof(int), shorter);
  int *rows;
  cudaMalloc(&rows, 1 << 20);
  number<<<8, 256>>>(rows, width);
}
