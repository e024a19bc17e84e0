// PTX's mbarrier in the way in which libraries write it.
#pragma once
#include <cstdint>

__device__ inline uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ inline void mbar_init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count) : "memory");
}

__device__ inline void mbar_arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
}

__device__ inline void mbar_arrive_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes)
               : "memory");
}

__device__ inline void mbar_wait(uint64_t *bar, uint32_t parity) {
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}

__device__ inline bool mbar_test(uint64_t *bar, uint32_t parity) {
  uint32_t done;
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n"
      "}"
      : "=r"(done)
      : "r"(shared_address(bar)), "r"(parity)
      : "memory");
  return done;
}

__device__ inline void bulk_load(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(bar))
               : "memory");
}

/** True of one lane of the warp. */
__device__ inline bool elect_one() {
  uint32_t is_it;
  asm volatile("{ .reg .pred p; .reg .b32 lane; elect.sync lane|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(is_it));
  return is_it;
}

// Begins a copy of 16 bytes; a macro, so that findings name the place where it is used.
#define copy_16(to, from) \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory")

/** The phase is not over before the thread's copies so far are. */
__device__ inline void copies_hold(uint64_t *bar) {
  asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(shared_address(bar)) : "memory");
}

__device__ inline void mbar_expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(bytes)
               : "memory");
}

__device__ inline void async_fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ inline void async_fence_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// The same as `bulk_load`, as a macro, so that findings name the place where it is used.
#define load_in_bulk(to, from, bytes, bar)                                                                            \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(       \
                   shared_address(to)),                                                                               \
               "l"(from), "r"((uint32_t)(bytes)), "r"(shared_address(bar))                                            \
               : "memory")

// A box of a tensor, as large as its map says.
#define load_box(to, map, x, y, bar)                                                                                  \
  asm volatile(                                                                                                       \
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"( \
          shared_address(to)),                                                                                        \
      "l"(map), "r"(x), "r"(y), "r"(shared_address(bar))                                                              \
      : "memory")
