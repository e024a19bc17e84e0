// Lanes that exchange values, by shuffles and by shared memory.
#include <cstdio>

__global__ void exchange(int *to) {
  __shared__ volatile int cells[32];
  int value = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  cells[threadIdx.x] = value;
  __syncwarp();
  to[threadIdx.x] = cells[31 - threadIdx.x];
}

int main() {
  exchange<<<1, 32>>>(nullptr);
  cudaDeviceSynchronize();
  printf("warps\n");
}
