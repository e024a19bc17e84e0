// expect: inter-block-race line 17 with line 17
// What is hashed is meant to wrap: it says nothing of how many blocks there are. The blocks behind the 50th share a row.
#include <cuda_runtime.h>

__device__ unsigned mixed(unsigned at, unsigned seed) {
  at = at * 0xd2a80a3fu + seed;
  at ^= at >> 9;
  return at ^ (at >> 11);
}

__device__ unsigned noise(int x, int y, unsigned seed) { return mixed(x + 198491317u * (unsigned)y, seed); }

__global__ void rows(float *out, int blocks, unsigned seed) {
  unsigned at = threadIdx.x + 198491317u * blockIdx.x;
  float sign = at / 3 % 2 == 1 ? -1.0f : 1.0f;
  int row = blockIdx.x < 50 ? blockIdx.x : 50;
  out[row * 512 + threadIdx.x] = sign * noise(threadIdx.x, blockIdx.x, seed);
}

void fill_rows(float *out, int blocks, unsigned seed) { rows<<<blocks, 512>>>(out, blocks, seed); }
