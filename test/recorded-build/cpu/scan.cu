// Prefix sums in shared memory with two buffers; the second kernel has one buffer and lacks a barrier.
// race 1: intra-block-race
#include <cstdio>

__global__ void scan(const int *in, int *out) {
  __shared__ int s[2][64];
  int now = 0, t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    s[1 - now][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
    now = 1 - now;
    __syncthreads();
  }
  out[t] = s[now][t];
}

__global__ void scanInPlace(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int other = t >= 32 ? s[t - 32] : 0;            // race 1
  s[t] = s[t] + other;                            // race 1
  __syncthreads();
  out[t] = s[t] >= in[t];
}

int main() {
  int *m;
  cudaMallocManaged(&m, 256 * sizeof(int));
  for (int i = 0; i < 64; i++) m[i] = i;
  scan<<<1, 64>>>(m, m + 64);
  scanInPlace<<<1, 64>>>(m, m + 128);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", m[64 + 10], m[64 + 63], m[128 + 63]);
}
// prints: 55 2016 1
