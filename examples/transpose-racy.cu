// Transposes a square matrix through a tile in shared memory. Every thread reads an element that
// another thread put into the tile, and no barrier stands between the two.
// expect: intra-block-race line 14 with line 17
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kTile = 32;

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int n = 1000;
  std::vector<float> in(n * n), out(n * n);
  for (int i = 0; i < n * n; i++) in[i] = float(i);
  float *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, n * n * sizeof(float));
  cudaMalloc(&deviceOut, n * n * sizeof(float));
  cudaMemcpy(deviceIn, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);

  dim3 block(kTile, kTile);
  dim3 grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
  transpose<<<grid, block>>>(deviceIn, deviceOut, n);

  cudaMemcpy(out.data(), deviceOut, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) wrong += out[x * n + y] != in[y * n + x];
  printf("%d wrong elements\n", wrong);
  cudaFree(deviceIn);
  cudaFree(deviceOut);
  return wrong != 0;
}
