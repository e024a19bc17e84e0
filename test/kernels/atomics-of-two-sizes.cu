// Atomics of 4 and of 8 bytes on memory of their own each, and two of one size on one place.
// expect: race-free
#include <cuda_runtime.h>

__global__ void count(unsigned long long *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    atomicAdd((unsigned *)&pairs[0], 1u);
  else if (i % 3 == 0)
    atomicMax((unsigned *)&pairs[0], 7u);
  else
    atomicExch(&pairs[1], 1ull);
}

void run(unsigned long long *pairs, int n) { count<<<64, 256>>>(pairs, n); }
