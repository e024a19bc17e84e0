// The values of a row are scaled in place: rows do not share values, as a CSR matrix has it.
// expect: conditional: monotone(rowPtr)
#include <cuda_runtime.h>

__global__ void scaleRows(const int *__restrict__ rowPtr, float *__restrict__ vals, const float *__restrict__ d, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    for (int k = rowPtr[row]; k < rowPtr[row + 1]; ++k) vals[k] *= d[row]; // twin: for (int k = rowPtr[row]; k < rowPtr[row + 1]; ++k) vals[k & 31] *= d[row];
  }
}

void scale(const int *rowPtr, float *vals, const float *d, int rows) {
  scaleRows<<<(rows + 255) / 256, 256>>>(rowPtr, vals, d, rows);
}
