// A kernel that calls a device function of another file, with relocatable device code.
#include <cstdio>

__device__ void store(int *to, int at);

__global__ void outer(int *to) { store(to, threadIdx.x); }

int main() {
  outer<<<1, 32>>>(nullptr);
  cudaDeviceSynchronize();
  printf("parts\n");
}
