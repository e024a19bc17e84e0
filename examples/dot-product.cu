// The dot product of two vectors: a tree within each block, an atomic addition between blocks.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 128;

__global__ void dot(const float *a, const float *b, float *result, int n) {
  __shared__ float products[kBlock];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * kBlock + t; i < n; i += gridDim.x * kBlock) sum += a[i] * b[i];
  products[t] = sum;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride >>= 1) {
    if (t < stride) products[t] += products[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(result, products[0]);
}

int main() {
  const int n = 1 << 18;
  const int blocks = 32;
  std::vector<float> a(n, 0.5f), b(n, 2.0f);
  float *deviceA, *deviceB, *deviceResult;
  cudaMalloc(&deviceA, n * sizeof(float));
  cudaMalloc(&deviceB, n * sizeof(float));
  cudaMalloc(&deviceResult, sizeof(float));
  cudaMemcpy(deviceA, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(deviceResult, 0, sizeof(float));

  dot<<<blocks, kBlock>>>(deviceA, deviceB, deviceResult, n);

  float result;
  cudaMemcpy(&result, deviceResult, sizeof(float), cudaMemcpyDeviceToHost);
  printf("dot product %f, expected %d\n", result, n);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceResult);
  return result == n ? 0 : 1;
}
