// A product for each matrix of a batch, with the strides between them.
// expect: race-free
#include <cuda_runtime.h>

__global__ void batchedGemm(const float *A, const float *B, float *C, int m, int n, int k, long long strideA, long long strideB, long long strideC) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int batch = blockIdx.z;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += A[batch * strideA + row * k + i] * B[batch * strideB + i * n + col];
  C[batch * strideC + row * n + col] = sum; // twin: C[row * n + col] = sum;
}

void run(const float *A, const float *B, float *C, int m, int n, int k, int batches) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16, batches);
  batchedGemm<<<grid, block>>>(A, B, C, m, n, k, (long long)m * k, (long long)k * n, (long long)m * n);
}
