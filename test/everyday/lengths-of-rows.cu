// The length of every row, by a function that reads the row, and a direction in another array.
// expect: race-free
#include <cuda_runtime.h>

__global__ void scale(float *lengths, float *rows, int n) {
  __shared__ float row[8 * 64];
  int r = threadIdx.x;
  for (int i = 0; i < 8; i++) row[r * 8 + i] = rows[(blockIdx.x * 64 + r) * 8 + i];
  __syncthreads(); // twin:
  lengths[blockIdx.x * 64 + r] = normf(8, &row[(63 - r) * 8]) + jnf(2, row[r * 8]);
}

void run(float *lengths, float *rows, int n) { scale<<<n / 64, 64>>>(lengths, rows, n); }
