// A transposition by tiles in dynamic shared memory, in blocks of two dimensions; once without the barrier.
// race 1: intra-block-race
#include <cstdio>

template <bool Waits>
__global__ void transpose(const float *in, float *out, int n) {
  extern __shared__ float raw[];
  float(*tile)[17] = (float(*)[17])raw;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x]; // race 1
  if (Waits) __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  float seen = tile[threadIdx.x][threadIdx.y];    // race 1
  out[y * n + x] = Waits ? seen : seen + 1;
}

int main() {
  const int n = 32;
  float *in, *out;
  cudaMallocManaged(&in, n * n * sizeof(float));
  cudaMallocManaged(&out, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) in[i] = i;
  dim3 block(16, 16), grid(n / 16, n / 16);
  const size_t bytes = 16 * 17 * sizeof(float);
  transpose<true><<<grid, block, bytes>>>(in, out, n);
  cudaDeviceSynchronize();
  int right = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) right += out[i * n + j] == in[j * n + i];
  printf("%d\n", right);
  transpose<false><<<grid, block, bytes>>>(in, out, n);
  cudaDeviceSynchronize();
}
// prints: 1024
