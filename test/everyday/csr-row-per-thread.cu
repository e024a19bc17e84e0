// A sparse matrix times a vector: each thread has a row of its own.
// expect: race-free
#include <cuda_runtime.h>

__global__ void spmv(const int *rowPtr, const int *cols, const float *vals, const float *x, float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = rowPtr[row]; k < rowPtr[row + 1]; k++) sum += vals[k] * x[cols[k]];
  y[row] = sum; // twin: y[row / 2] = sum + row;
}

void multiply(const int *rowPtr, const int *cols, const float *vals, const float *x, float *y, int rows) {
  spmv<<<(rows + 127) / 128, 128>>>(rowPtr, cols, vals, x, y, rows);
}
