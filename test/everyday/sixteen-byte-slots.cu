// Blocks put pairs into slots of sixteen bytes, which are exchanged as a whole.
// expect: race-free
#include <cuda_runtime.h>

struct alignas(16) Pair {
  unsigned long long key, value;
};

__global__ void put(Pair *slots, const unsigned long long *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pair mine = {keys[i], (unsigned long long)i};
  atomicExch(&slots[i % 64], mine); // twin: slots[i % 64] = mine;
}

void run(Pair *slots, const unsigned long long *keys, int n) { put<<<(n + 255) / 256, 256>>>(slots, keys, n); }
