// The next tile is loaded into the other buffer while this one is used: one barrier a round.
// expect: race-free
#include <cuda_runtime.h>
#define T 16

__global__ void matmul(const float *A, const float *B, float *C, int N) {
  __shared__ float As[2][T][T], Bs[2][T][T];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  As[0][ty][tx] = A[row * N + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  float acc = 0;
  int tiles = N / T;
  for (int t = 0; t < tiles; t++) {
    int cur = t & 1, nxt = cur ^ 1;
    if (t + 1 < tiles) {
      As[nxt][ty][tx] = A[row * N + (t + 1) * T + tx];
      Bs[nxt][ty][tx] = B[((t + 1) * T + ty) * N + col];
    }
    for (int k = 0; k < T; k++) acc += As[cur][ty][k] * Bs[cur][k][tx];
    __syncthreads(); // twin:
  }
  C[row * N + col] = acc;
}

void run(const float *A, const float *B, float *C, int N) { matmul<<<dim3(N / T, N / T), dim3(T, T)>>>(A, B, C, N); }
