// Half of a pair is counted up while others replace the pair: atomics of 4 and of 8 bytes are not atomic to each other.
// expect: inter-block-race line 8 with line 10
#include <cuda_runtime.h>

__global__ void count(unsigned long long *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    atomicAdd((unsigned *)&pairs[0], 1u);
  else
    atomicExch(&pairs[0], 1ull);
}

void run(unsigned long long *pairs, int n) { count<<<64, 256>>>(pairs, n); }
