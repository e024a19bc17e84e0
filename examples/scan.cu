// Prefix sums in shared memory: in each step all threads read, then all threads write, with a
// barrier between the two halves.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 256;

// Prefix sums within each block.
__global__ void scanBlocks(int *data) {
  __shared__ int sums[kBlock];
  int t = threadIdx.x;
  int i = blockIdx.x * kBlock + t;
  sums[t] = data[i];
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    int before = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  data[i] = sums[t];
}

int main() {
  const int blocks = 64;
  const int n = blocks * kBlock;
  std::vector<int> data(n, 1);
  int *device;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpy(device, data.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  scanBlocks<<<blocks, kBlock>>>(device);

  cudaMemcpy(data.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += data[i] != i % kBlock + 1;
  printf("%d wrong elements\n", wrong);
  cudaFree(device);
  return wrong != 0;
}
