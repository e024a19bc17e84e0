// Two streams, one of them not blocking.
#include <cstdio>

__global__ void count(int *to) { atomicAdd(to, 1); }

int main() {
  cudaStream_t one = nullptr, two = nullptr;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  count<<<1, 32, 0, one>>>(nullptr);
  count<<<1, 32, 0, two>>>(nullptr);
  cudaDeviceSynchronize();
  printf("streams\n");
}
