// Neighbouring threads of a warp exchange a value through shared memory. Since Volta the threads of
// a warp no longer run in lockstep, so the read can come before the neighbour's write.
// expect: intra-warp-race line 16 with line 17
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 256;

// Every pair of neighbouring threads takes the larger of their two values.
__global__ void pairMaximum(const int *in, int *out) {
  __shared__ int slot[kBlock];
  int t = threadIdx.x;
  int i = blockIdx.x * kBlock + t;
  int mine = in[i];
  slot[t] = mine;
  int other = slot[t ^ 1];
  out[i] = mine > other ? mine : other;
}

int main() {
  const int blocks = 512;
  const int n = blocks * kBlock;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; i++) in[i] = (i * 7919) % 1000;
  int *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, n * sizeof(int));
  cudaMalloc(&deviceOut, n * sizeof(int));
  cudaMemcpy(deviceIn, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  pairMaximum<<<blocks, kBlock>>>(deviceIn, deviceOut);

  cudaMemcpy(out.data(), deviceOut, n * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += out[i] != (in[i] > in[i ^ 1] ? in[i] : in[i ^ 1]);
  printf("%d wrong elements\n", wrong);
  cudaFree(deviceIn);
  cudaFree(deviceOut);
  return wrong != 0;
}
