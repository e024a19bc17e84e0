// Tiles in dynamic shared memory, which the kernel aligns itself, with chunks of 16 bytes that change places.
// expect: race-free
// assuming: memory starts at a multiple of 1024 bytes of shared memory
// launch: grid 4 block 32
#include "mbarrier.cuh"

__device__ inline uint32_t at(uint32_t tile, int row, int column) {
  uint32_t address = tile + 2 * (row * 32 + column);
  return address ^ (((address % 512) >> 7) << 4);
}

__device__ inline unsigned short *aligned(unsigned char *from, unsigned long long by) {
  unsigned long long p = reinterpret_cast<unsigned long long>(from);
  if (p % by != 0) p += by - p % by;
  return reinterpret_cast<unsigned short *>(p);
}

__global__ void turn(const uint32_t *in, unsigned short *out) {
  extern __shared__ unsigned char memory[];
  unsigned short *first = aligned(memory, 1024);
  uint32_t one = shared_address(first), other = shared_address(first + 32 * 32);
  int t = threadIdx.x;
#pragma unroll
  for (int c = 0; c < 32; c += 2) {
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(at(one, t, c)), "r"(in[t * 16 + c / 2]) : "memory");
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(at(other, t, c)), "r"(in[t * 16 + c / 2 + 512]) : "memory");
  }
  __syncwarp();
  for (int r = 0; r < 32; r++) {
    unsigned short value;
    asm volatile("ld.shared.b16 %0, [%1];" : "=h"(value) : "r"(at(r % 2 == 0 ? one : other, r, t)) : "memory");
    out[(blockIdx.x * 32 + t) * 32 + r] = value;
  }
}
