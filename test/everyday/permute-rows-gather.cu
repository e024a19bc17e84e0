// Rows by an order: what is read is shuffled, what is written is not.
// expect: race-free
#include <cuda_runtime.h>

__global__ void gatherRows(const float *in, const int *order, float *out, int rows, int cols) {
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows && c < cols) out[r * cols + c] = in[order[r] * cols + c]; // twin: if (r < rows && c < cols) out[r * (cols - 1) + c] = in[order[r] * cols + c];
}

void run(const float *in, const int *order, float *out, int rows, int cols) {
  gatherRows<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(in, order, out, rows, cols);
}
