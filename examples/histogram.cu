// Counts how often each byte occurs: each block counts in shared memory with atomics, then adds its
// counts to the result with atomics.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 256;
const int kBins = 256;

__global__ void histogram(const unsigned char *data, unsigned int *bins, int n) {
  __shared__ unsigned int local[kBins];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[data[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 1 << 22;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; i++) data[i] = (unsigned char)(i * 37);
  unsigned char *deviceData;
  unsigned int *deviceBins;
  cudaMalloc(&deviceData, n);
  cudaMalloc(&deviceBins, kBins * sizeof(unsigned int));
  cudaMemcpy(deviceData, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(deviceBins, 0, kBins * sizeof(unsigned int));

  histogram<<<64, kBlock>>>(deviceData, deviceBins, n);

  std::vector<unsigned int> bins(kBins);
  cudaMemcpy(bins.data(), deviceBins, kBins * sizeof(unsigned int), cudaMemcpyDeviceToHost);
  unsigned int counted = 0;
  for (unsigned int count : bins) counted += count;
  printf("counted %u of %d\n", counted, n);
  cudaFree(deviceData);
  cudaFree(deviceBins);
  return counted != n;
}
