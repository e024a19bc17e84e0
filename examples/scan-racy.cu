// Prefix sums in shared memory. In each step a thread reads the element of another thread, which
// that thread updates in the very same step.
// expect: intra-block-race line 18 with line 18
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
    if (t >= distance) sums[t] += sums[t - distance];
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
