// What Blackwell's matrix units do, in the way in which libraries write it: two matrices in shared memory, their product in tensor
// memory, of which warps load their lanes.
#pragma once
#include "mbarrier.cuh"

/** Rows of 128 bytes one below the other, eight of which are a group of 1024 bytes; pieces of 16 bytes are swapped within them. */
__device__ inline uint64_t rows_at(const void *p) {
  uint64_t start = (shared_address(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 46 | 2ull << 61;
}

/** 128 rows and so many columns: products of halves, added up as floats. */
__device__ constexpr uint32_t shape_of(uint32_t columns) { return 1u << 4 | columns >> 3 << 17 | 128u >> 4 << 24; }

__device__ inline void tensor_alloc(uint32_t *where, uint32_t columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address(where)), "r"(columns)
               : "memory");
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}
__device__ inline void tensor_free(uint32_t tensor, uint32_t columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(tensor), "r"(columns));
}

/** An arrival when all products of the thread are there. */
__device__ inline void tensor_commit(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(shared_address(bar))
               : "memory");
}

/** The same at the objects of all blocks that the mask names. */
__device__ inline void tensor_commit_to(uint64_t *bar, uint16_t mask) {
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
          shared_address(bar)),
      "h"(mask)
      : "memory");
}

__device__ inline void tensor_wait_load() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__device__ inline void tensor_wait_store() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
__device__ inline void tensor_fence_before() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ inline void tensor_fence_after() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }

// Adds to the product in `tensor`, or begins it; macros, so that findings name the place where they are used.
#define tensor_multiply(tensor, a, b, columns, adds)                                                                   \
  asm volatile(                                                                                                        \
      "{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(     \
          tensor),                                                                                                     \
      "l"(a), "l"(b), "r"(shape_of(columns)), "r"((uint32_t)(adds))                                                    \
      : "memory")

// Four columns of the lane that is the thread's own; `tensor` names the first lane of the warp.
#define tensor_load(r, tensor)                                                                                         \
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];"                                         \
               : "=r"((r)[0]), "=r"((r)[1]), "=r"((r)[2]), "=r"((r)[3])                                                \
               : "r"(tensor)                                                                                           \
               : "memory")
#define tensor_store(tensor, r)                                                                                        \
  asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1, %2, %3, %4};" ::"r"(tensor), "r"((r)[0]),             \
               "r"((r)[1]), "r"((r)[2]), "r"((r)[3])                                                                   \
               : "memory")

// Copies 128 rows of 32 bytes to as many lanes.
#define tensor_copy(tensor, from)                                                                                      \
  asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(tensor), "l"(from) : "memory")

// The same product with the first matrix in tensor memory.
#define tensor_multiply_tensor(tensor, a, b, columns)                                                                  \
  asm volatile(                                                                                                        \
      "{\n.reg .pred p;\nsetp.ne.b32 p, 0, 0;\ntcgen05.mma.cta_group::1.kind::f16 [%0], [%1], %2, %3, p;\n}" ::"r"(    \
          tensor),                                                                                                     \
      "r"(a), "l"(b), "r"(shape_of(columns))                                                                           \
      : "memory")
