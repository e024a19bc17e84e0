// Sums an array, one partial sum per block: the tile is filled, then halved step by step with a
// barrier before each step.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 256;

__global__ void sumBlocks(const float *in, float *sums, int n) {
  __shared__ float tile[kBlock];
  int t = threadIdx.x;
  int i = blockIdx.x * kBlock + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

int main() {
  const int n = 1 << 20;
  const int blocks = (n + kBlock - 1) / kBlock;
  std::vector<float> in(n, 1.0f), sums(blocks);
  float *deviceIn, *deviceSums;
  cudaMalloc(&deviceIn, n * sizeof(float));
  cudaMalloc(&deviceSums, blocks * sizeof(float));
  cudaMemcpy(deviceIn, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  sumBlocks<<<blocks, kBlock>>>(deviceIn, deviceSums, n);

  cudaMemcpy(sums.data(), deviceSums, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  float total = 0.0f;
  for (float sum : sums) total += sum;
  printf("sum %.0f, expected %d\n", total, n);
  cudaFree(deviceIn);
  cudaFree(deviceSums);
  return total == n ? 0 : 1;
}
