// Blocks count under a lock: one lock holds for the device, of the other only the block is told.
// race 1: scoped-lock-race
#include <cstdio>

struct Counter {
  int lock, value;
};

__device__ void add(Counter *c) {
  while (atomicCAS(&c->lock, 0, 1) != 0) {
  }
  __threadfence();
  c->value += 1;
  __threadfence();
  atomicExch(&c->lock, 0);
}

__device__ void addForBlock(Counter *c) {
  while (atomicCAS(&c->lock, 0, 1) != 0) {
  }
  __threadfence_block();
  c->value += 1;                                  // race 1 race 1
  __threadfence_block();
  atomicExch(&c->lock, 0);
}

__global__ void count(Counter *c) { add(c); }

__global__ void countForBlock(Counter *c) { addForBlock(c); }

int main() {
  Counter *c, both[2];
  cudaMalloc((void **)&c, sizeof both);
  cudaMemset(c, 0, sizeof both);
  count<<<4, 8>>>(c);
  countForBlock<<<4, 8>>>(c + 1);
  cudaMemcpy(both, c, sizeof both, cudaMemcpyDeviceToHost);
  printf("%d %d\n", both[0].value, both[1].value > 0);
}
// prints: 32 1
