// Tiles of keys and values go past a block of queries, with a running maximum.
// expect: race-free
#include <cuda_runtime.h>
#define BC 32
#define D 64

__global__ void attention(const float *Q, const float *K, const float *V, float *O, int n) {
  __shared__ float k[BC][D], v[BC][D];
  int head = blockIdx.y, q = blockIdx.x * BC + threadIdx.x;
  const float *query = Q + (head * n + q) * D;
  float m = -1e30f, l = 0, acc[D] = {0};
  for (int j = 0; j < n; j += BC) {
    for (int d = 0; d < D; d++) {
      k[threadIdx.x][d] = K[(head * n + j + threadIdx.x) * D + d];
      v[threadIdx.x][d] = V[(head * n + j + threadIdx.x) * D + d];
    }
    __syncthreads();
    for (int c = 0; c < BC; c++) {
      float s = 0;
      for (int d = 0; d < D; d++) s += query[d] * k[c][d];
      float next = fmaxf(m, s), scale = expf(m - next), p = expf(s - next);
      l = l * scale + p;
      for (int d = 0; d < D; d++) acc[d] = acc[d] * scale + p * v[c][d];
      m = next;
    }
    __syncthreads(); // twin:
  }
  for (int d = 0; d < D; d++) O[(head * n + q) * D + d] = acc[d] / l;
}

void run(const float *Q, const float *K, const float *V, float *O, int heads, int n) {
  attention<<<dim3(n / BC, heads), BC>>>(Q, K, V, O, n);
}
