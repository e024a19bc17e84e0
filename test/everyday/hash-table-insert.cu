// A slot belongs to whoever puts his key there first.
// expect: inconclusive
#include <cuda_runtime.h>
#define EMPTY 0xffffffffu

__global__ void insert(unsigned *keys, unsigned *values, const unsigned *newKeys, const unsigned *newValues, int n, unsigned capacity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = newKeys[i], slot = (key * 2654435761u) % capacity;
  for (unsigned tries = 0; tries < capacity; tries++) {
    unsigned before = atomicCAS(&keys[slot], EMPTY, key); // twin: unsigned before = keys[slot]; keys[slot] = key;
    if (before == EMPTY) {
      values[slot] = newValues[i];
      return;
    }
    slot = (slot + 1) % capacity;
  }
}

void run(unsigned *keys, unsigned *values, const unsigned *k, const unsigned *v, int n, unsigned capacity) {
  cudaMemset(keys, 0xff, capacity * sizeof(unsigned));
  insert<<<(n + 255) / 256, 256>>>(keys, values, k, v, n, capacity);
}
