// A tile of halves of which rows are turned by their number, as an address: 16-byte chunks of a row change places.
// expect: race-free
// launch: grid 4 block 32
#include "mbarrier.cuh"

__device__ inline uint32_t at(uint32_t tile, int row, int column) {
  uint32_t address = tile + 2 * (row * 32 + column);
  return address ^ (((address % 512) >> 7) << 4);
}

__global__ void turn(const uint32_t *in, unsigned short *out) {
  __shared__ alignas(1024) unsigned short tile[32 * 32];
  uint32_t start = shared_address(tile);
  int t = threadIdx.x;
#pragma unroll
  for (int c = 0; c < 32; c += 2)
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(at(start, t, c)), "r"(in[t * 16 + c / 2]) : "memory");
  __syncwarp();
  for (int r = 0; r < 32; r++) {
    unsigned short value;
    asm volatile("ld.shared.b16 %0, [%1];" : "=h"(value) : "r"(at(start, r, t)) : "memory");
    out[(blockIdx.x * 32 + t) * 32 + r] = value;
  }
}
