// Variables of the device and constants, copies to and from them, and a counter with and without an atomic operation.
// race 1: inter-block-race
#include <cstdio>

#define CHECK(call)                                                     \
  do {                                                                  \
    cudaError_t error = (call);                                         \
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error)); \
  } while (0)

__constant__ int weights[4];
__device__ int total, lost, table[8];

__global__ void weigh(int rounds) {
  for (int i = 0; i < rounds; i++) atomicAdd(&total, weights[(threadIdx.x + i) % 4]);
  lost++;                                         // race 1 race 1
  if (blockIdx.x == 0 && threadIdx.x < 8) table[threadIdx.x] = threadIdx.x * weights[1];
}

int main() {
  int host[4] = {1, 2, 3, 4}, zero = 0, sum, back[8];
  CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
  CHECK(cudaMemcpyToSymbol(total, &zero, sizeof zero));
  weigh<<<2, 32>>>(3);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  CHECK(cudaMemcpyFromSymbol(back, table, sizeof back));
  cudaDeviceProp about;
  CHECK(cudaGetDeviceProperties(&about, 0));
  printf("%d %d %d\n", sum, back[7], about.warpSize);
  weigh<<<2, 2048>>>(1);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
// prints: 480 14 32
// prints: invalid configuration argument
