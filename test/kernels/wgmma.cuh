// Matrices that warpgroups multiply, in the way in which libraries write it.
#pragma once
#include "mbarrier.cuh"

/** Rows of 128 bytes one below the other, eight of which are a group of 1024 bytes; pieces of 16 bytes are swapped within them. */
__device__ inline uint64_t rows_at(const void *p) {
  uint64_t start = (shared_address(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 62;
}

__device__ inline void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// Adds to `d` the product of 64 rows at `a` and 8 at `b`, of which it reads 32 bytes each; a macro, so that findings name the
// place where it is used.
#define multiply_64x8(d, a, b)                                                                                         \
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"            \
               : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                                                \
               : "l"(a), "l"(b))

// The same with the first matrix in registers.
#define multiply_registers(d, a, b)                                                                                    \
  asm volatile(                                                                                                        \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"          \
      : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                                                         \
      : "r"((a)[0]), "r"((a)[1]), "r"((a)[2]), "r"((a)[3]), "l"(b))
