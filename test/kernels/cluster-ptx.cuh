// PTX's clusters in the way in which libraries write them.
#pragma once
#include <cstdint>

__device__ inline void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ inline void cluster_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
__device__ inline void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ inline uint32_t rank_in_cluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline uint32_t map_to(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"((uint32_t)__cvta_generic_to_shared(p)), "r"(rank));
  return there;
}
// At a barrier object whose address is one of the cluster.
__device__ inline void arrive_there(uint32_t object) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(object) : "memory");
}
__device__ inline void arrive_expect_there(uint32_t object, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(object), "r"(bytes)
               : "memory");
}
__device__ inline void expect_there(uint32_t object, uint32_t bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" ::"r"(object), "r"(bytes) : "memory");
}
__device__ inline void arrive_there_if(bool is_it, uint64_t *object, uint32_t rank) {
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      ".reg .b32 there;\n"
      "setp.eq.u32 p, %2, 1;\n"
      "@p mapa.shared::cluster.u32 there, %0, %1;\n"
      "@p mbarrier.arrive.shared::cluster.b64 _, [there];\n"
      "}" ::"r"((uint32_t)__cvta_generic_to_shared(object)),
      "r"(rank), "r"((uint32_t)is_it)
      : "memory");
}
// Where it is used, so that findings name that place.
#define store_there(there, value) \
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(value) : "memory")
#define read_there(value, there) asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(there) : "memory")
// A copy to the same place in the memory of each block that the mask names, for the object at the same place there.
#define load_for_all(to, from, bytes, bar, mask)                                                                        \
  asm volatile(                                                                                                        \
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"( \
          shared_address(to)),                                                                                         \
      "l"(from), "r"((uint32_t)(bytes)), "r"(shared_address(bar)), "h"((uint16_t)(mask))                               \
      : "memory")
#define load_box_for_all(to, map, x, y, bar, mask)                                                                      \
  asm volatile(                                                                                                        \
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"( \
          shared_address(to)),                                                                                         \
      "l"(map), "r"(x), "r"(y), "r"(shared_address(bar)), "h"((uint16_t)(mask))                                        \
      : "memory")
// A store that takes place later; a phase of a barrier object in the same block's memory expects its bytes.
#define store_later(there, value, object)                                                                    \
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, [%2];" ::"r"(there), "f"(value), \
               "r"(object)                                                                                   \
               : "memory")
