// Reverses the parts of an array. All threads of a block pass the barrier; those behind the end of
// the array leave after it.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 256;

// Turns each block's part of the array round.
__global__ void reverseBlocks(int *data, int n) {
  __shared__ int tile[kBlock];
  int i = blockIdx.x * kBlock + threadIdx.x;
  tile[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  if (i >= n) return;
  int last = min(n - (int)blockIdx.x * kBlock, kBlock) - 1;
  data[i] = tile[last - threadIdx.x];
}

int main() {
  const int n = 1000;
  std::vector<int> data(n);
  for (int i = 0; i < n; i++) data[i] = i;
  int *device;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpy(device, data.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  reverseBlocks<<<(n + kBlock - 1) / kBlock, kBlock>>>(device, n);

  cudaMemcpy(data.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("first %d, last %d\n", data[0], data[n - 1]);
  cudaFree(device);
  return data[0] == kBlock - 1 && data[n - 1] == n / kBlock * kBlock ? 0 : 1;
}
