// A small matrix is factorised in place, column by column.
// expect: race-free
#include <cuda_runtime.h>
#define N 32

__global__ void lu(float *m) {
  __shared__ float a[N][N];
  int x = threadIdx.x;
  for (int r = 0; r < N; r++) a[r][x] = m[blockIdx.x * N * N + r * N + x];
  __syncthreads();
  for (int k = 0; k < N - 1; k++) {
    if (x > k) a[x][k] /= a[k][k];
    __syncthreads();
    if (x > k)
      for (int r = k + 1; r < N; r++) a[r][x] -= a[r][k] * a[k][x];
    __syncthreads(); // twin:
  }
  for (int r = 0; r < N; r++) m[blockIdx.x * N * N + r * N + x] = a[r][x];
}

void run(float *m, int count) { lu<<<count, N>>>(m); }
