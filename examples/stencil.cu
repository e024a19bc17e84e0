// Smooths a field from one buffer into another and swaps the two between launches, so that no
// thread reads what another one writes.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

const int kBlock = 128;

__global__ void smooth(const float *field, float *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  float left = field[i - 1];
  float right = field[i + 1];
  next[i] = 0.25f * left + 0.5f * field[i] + 0.25f * right;
}

int main() {
  const int n = 100000;
  const int steps = 10;
  std::vector<float> field(n);
  for (int i = 0; i < n; i++) field[i] = float(i % 100);
  float *device, *next;
  cudaMalloc(&device, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMemcpy(device, field.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(next, device, n * sizeof(float), cudaMemcpyDeviceToDevice);

  for (int step = 0; step < steps; step++) {
    smooth<<<(n + kBlock - 1) / kBlock, kBlock>>>(device, next, n);
    std::swap(device, next);
  }

  cudaMemcpy(field.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("middle %f\n", field[n / 2]);
  cudaFree(device);
  cudaFree(next);
  return 0;
}
