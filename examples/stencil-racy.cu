// Smooths a field in place. A thread reads its neighbours while they are being overwritten: at the
// edges of a block the neighbour belongs to another block, and no barrier could help.
// expect: inter-block-race line 15 with line 17
// expect: inter-block-race line 16 with line 17
#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

const int kBlock = 128;

__global__ void smooth(float *field, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  float left = field[i - 1];
  float right = field[i + 1];
  field[i] = 0.25f * left + 0.5f * field[i] + 0.25f * right;
}

int main() {
  const int n = 100000;
  const int steps = 10;
  std::vector<float> field(n);
  for (int i = 0; i < n; i++) field[i] = float(i % 100);
  float *device;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, field.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  for (int step = 0; step < steps; step++) {
    smooth<<<(n + kBlock - 1) / kBlock, kBlock>>>(device, n);
  }

  cudaMemcpy(field.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("middle %f\n", field[n / 2]);
  cudaFree(device);
  return 0;
}
