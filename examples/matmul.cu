// Multiplies two matrices tile by tile, with one barrier after filling the tiles and one before they
// are filled again.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kTile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[kTile][kTile], tileB[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile + tx;
  float sum = 0.0f;
  for (int m = 0; m < n / kTile; m++) {
    tileA[ty][tx] = a[row * n + m * kTile + tx];
    tileB[ty][tx] = b[(m * kTile + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; k++) {
      float left = tileA[ty][k];
      float right = tileB[k][tx];
      sum += left * right;
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 512;
  std::vector<float> a(n * n, 1.0f), b(n * n, 2.0f), c(n * n);
  float *deviceA, *deviceB, *deviceC;
  cudaMalloc(&deviceA, n * n * sizeof(float));
  cudaMalloc(&deviceB, n * n * sizeof(float));
  cudaMalloc(&deviceC, n * n * sizeof(float));
  cudaMemcpy(deviceA, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);

  dim3 block(kTile, kTile);
  dim3 grid(n / kTile, n / kTile);
  multiply<<<grid, block>>>(deviceA, deviceB, deviceC, n);

  cudaMemcpy(c.data(), deviceC, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (float x : c) wrong += x != 2.0f * n;
  printf("%d wrong elements\n", wrong);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return wrong != 0;
}
