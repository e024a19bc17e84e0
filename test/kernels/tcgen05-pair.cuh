// What the matrix units of a pair of blocks do together, in the way in which libraries write it: each block has half the rows of the
// first matrix, half the columns of the second, and its own rows of the product.
#pragma once
#include "cluster-ptx.cuh"
#include "tcgen05.cuh"

__device__ inline void pair_alloc(uint32_t *where, uint32_t columns) {
  asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address(where)), "r"(columns)
               : "memory");
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;");
}
__device__ inline void pair_free(uint32_t tensor, uint32_t columns) {
  asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(tensor), "r"(columns));
}

/** 256 rows, half of them in each block: products of halves, added up as floats. */
__device__ constexpr uint32_t pair_shape(uint32_t columns) { return 1u << 4 | columns >> 3 << 17 | 256u >> 4 << 24; }

/** An arrival when all products of the thread are there, at the thread's own object. */
__device__ inline void pair_commit(uint64_t *bar) {
  asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(shared_address(bar))
               : "memory");
}

/** The same at the objects of all blocks that the mask names. */
__device__ inline void pair_commit_to(uint64_t *bar, uint16_t mask) {
  asm volatile(
      "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
          shared_address(bar)),
      "h"(mask)
      : "memory");
}

// Adds to the product in `tensor` of both blocks, or begins it.
#define pair_multiply(tensor, a, b, columns, adds)                                                                     \
  asm volatile(                                                                                                        \
      "{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(     \
          tensor),                                                                                                     \
      "l"(a), "l"(b), "r"(pair_shape(columns)), "r"((uint32_t)(adds))                                                  \
      : "memory")
#define pair_copy(tensor, from)                                                                                        \
  asm volatile("tcgen05.cp.cta_group::2.128x256b [%0], %1;" ::"r"(tensor), "l"(from) : "memory")

// The same product with the first matrix in tensor memory.
#define pair_multiply_tensor(tensor, a, b, columns)                                                                    \
  asm volatile(                                                                                                        \
      "{\n.reg .pred p;\nsetp.ne.b32 p, 0, 0;\ntcgen05.mma.cta_group::2.kind::f16 [%0], [%1], %2, %3, p;\n}" ::"r"(    \
          tensor),                                                                                                     \
      "r"(a), "l"(b), "r"(pair_shape(columns))                                                                         \
      : "memory")

// A box of a tensor to the block itself, for the barrier object of the first block of the pair.
#define pair_load_box(to, map, x, y, bar)                                                                              \
  asm volatile(                                                                                                        \
      "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], %5;" ::"r"( \
          shared_address(to)),                                                                                         \
      "l"(map), "r"(x), "r"(y), "r"(shared_address(bar) & 0xFEFFFFFF), "l"(0x1000000000000000ull)                      \
      : "memory")
