// Each block has a lock of its own, in shared memory; a sum for all blocks is updated under it as well.
// race 1: inter-block-race
#include <cstdio>

__global__ void sums(int *perBlock, int *total) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  while (atomicCAS_block(&lock, 0, 1) != 0) {
  }
  __threadfence_block();
  sum += threadIdx.x;
  *total = 1;                                     // race 1 race 1
  __threadfence_block();
  atomicExch_block(&lock, 0);
  __syncthreads();
  if (threadIdx.x == 0) perBlock[blockIdx.x] = sum;
}

int main() {
  int *m, host[4];
  cudaMallocManaged(&m, sizeof host);
  sums<<<3, 32>>>(m, m + 3);
  cudaMemcpy(host, m, sizeof host, cudaMemcpyDefault);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
// prints: 496 496 496 1
