// A warp goes through each row, and its first lane writes the sum.
// expect: race-free
#include <cuda_runtime.h>

__global__ void spmvVector(const int *rowPtr, const int *cols, const float *vals, const float *x, float *y, int rows) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  int row = thread / 32;
  if (row < rows) {
    float sum = 0;
    for (int k = rowPtr[row] + lane; k < rowPtr[row + 1]; k += 32) sum += vals[k] * x[cols[k]];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) // twin: if (lane < 2)
      y[row] = sum; // twin: y[row] = sum + lane;
  }
}

void multiply(const int *rowPtr, const int *cols, const float *vals, const float *x, float *y, int rows) {
  spmvVector<<<(rows * 32 + 255) / 256, 256>>>(rowPtr, cols, vals, x, y, rows);
}
