// A lock, taken by compare-and-swap.
#include <cstdio>

__device__ int taken;
__device__ int total;

__global__ void addUp() {
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(&taken, 0, 1) == 0) {
      __threadfence();
      total += threadIdx.x;
      __threadfence();
      atomicExch(&taken, 0);
      isDone = true;
    }
  }
}

int main() {
  addUp<<<2, 32>>>();
  cudaDeviceSynchronize();
  printf("lock\n");
}
