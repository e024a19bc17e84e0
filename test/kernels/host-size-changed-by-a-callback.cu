// The comparison that `qsort` is handed changes the variable with the width of the rows: nobody knows what it is at the launch.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 9 with line 9
#include <cstdlib>
#include <cuda_runtime.h>

static int width;

__global__ void number(float *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = threadIdx.x; }

int shorter(const void *a, const void *b) {
  width = 4;
  return *(const int *)a - *(const int *)b;
}

void sort_lengths(int *lengths, int n) {
  for (int i = 0; i < 3; i++) qsort(lengths, n, sizeof(int), shorter);
}

void number_rows(float *rows, int *lengths) {
  width = 256;
  sort_lengths(lengths, 8);
  number<<<8, 256>>>(rows, width);
}
