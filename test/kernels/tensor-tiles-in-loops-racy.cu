// Of the copies in two loops those of one fill the buffer that is being read.
// expect: inconclusive: a possible async-copy-race was neither proved nor ruled out (test/kernels/tensor-tiles-in-loops-racy.cu:28)
// expect: possible async-copy-race line 28 with line 31
// launch: grid 4 block 256
#include <cuda.h>
#include "mbarrier.cuh"

const int ROWS = 2, COLUMNS = 4;

__global__ void multiply(const __grid_constant__ CUtensorMap left, const __grid_constant__ CUtensorMap right, float *out,
                         int n) {
  __shared__ alignas(128) float a[2][ROWS][256], b[2][COLUMNS][256];
  __shared__ uint64_t full;
  int t = threadIdx.x, at = 0;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(a[0]) + sizeof(b[0]));
    for (int row = 0; row < ROWS; row++) load_box(a[0][row], &left, 0, row, &full);
    for (int column = 0; column < COLUMNS; column++) load_box(b[0][column], &right, column, 0, &full);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++, at ^= 1) {
    mbar_wait(&full, k & 1);
    if (t == 0 && k + 1 < n) {
      mbar_arrive_expect(&full, sizeof(a[0]) + sizeof(b[0]));
      for (int row = 0; row < ROWS; row++) load_box(a[at ^ 1][row], &left, k + 1, row, &full);
      for (int column = 0; column < COLUMNS; column++) load_box(b[at][column], &right, column, k + 1, &full);
    }
    for (int row = 0; row < ROWS; row++) sum += a[at][row][255 - t];
    for (int column = 0; column < COLUMNS; column++) sum += b[at][column][t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}
