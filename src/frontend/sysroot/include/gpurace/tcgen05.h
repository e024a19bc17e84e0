// cuda::ptx's functions of the matrix units of Blackwell. They are the instructions themselves, and what is not modelled of those
// is refused by their names. Moves of tensor memory are calls, as they are of any number of registers.
#pragma once
#include <gpurace/ptx_words.h>

__GPURACE_EXT_D void __gpurace_tmem_load(unsigned int at, unsigned long long lanes, unsigned long long columns,
                                         unsigned long long certain, unsigned long long makers);
__GPURACE_EXT_D void __gpurace_tmem_store(unsigned int at, unsigned long long lanes, unsigned long long columns,
                                          unsigned long long certain, unsigned long long makers);
__GPURACE_EXT_D unsigned int __gpurace_product_i32(void);

namespace cuda {
namespace ptx {

template <int N>
struct cta_group_t {};
using cta_group_1_t = cta_group_t<1>;
using cta_group_2_t = cta_group_t<2>;
static constexpr cta_group_1_t cta_group_1{};
static constexpr cta_group_2_t cta_group_2{};

__GPURACE_D uint32_t __shared_place(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// Each is there for one block and for two: the number is a word of the instruction.
#define __GPURACE_FOR_GROUP(N)                                                                                        \
  __GPURACE_D void tcgen05_alloc(cta_group_##N##_t, uint32_t *to, const uint32_t &columns) {                          \
    asm volatile("tcgen05.alloc.cta_group::" #N ".sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(__shared_place(to)),  \
                 "r"(columns)                                                                                         \
                 : "memory");                                                                                         \
  }                                                                                                                   \
  __GPURACE_D void tcgen05_dealloc(cta_group_##N##_t, uint32_t at, const uint32_t &columns) {                         \
    asm volatile("tcgen05.dealloc.cta_group::" #N ".sync.aligned.b32 %0, %1;" ::"r"(at), "r"(columns) : "memory");    \
  }                                                                                                                   \
  __GPURACE_D void tcgen05_relinquish_alloc_permit(cta_group_##N##_t) {                                               \
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::" #N ".sync.aligned;" ::: "memory");                     \
  }                                                                                                                   \
  __GPURACE_D void tcgen05_commit(cta_group_##N##_t, uint64_t *bar) {                                                 \
    asm volatile("tcgen05.commit.cta_group::" #N ".mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(            \
                     __shared_place(bar))                                                                             \
                 : "memory");                                                                                         \
  }                                                                                                                   \
  __GPURACE_D void tcgen05_commit_multicast(cta_group_##N##_t, uint64_t *bar, uint16_t mask) {                        \
    asm volatile(                                                                                                     \
        "tcgen05.commit.cta_group::" #N ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"( \
            __shared_place(bar)),                                                                                     \
        "h"(mask)                                                                                                     \
        : "memory");                                                                                                  \
  }                                                                                                                   \
  __GPURACE_D void tcgen05_shift_down(cta_group_##N##_t, uint32_t at) {                                               \
    asm volatile("tcgen05.shift.cta_group::" #N ".down [%0];" ::"r"(at) : "memory");                                  \
  }
__GPURACE_FOR_GROUP(1)
__GPURACE_FOR_GROUP(2)
#undef __GPURACE_FOR_GROUP

// ---- copies from shared memory ----
#define __GPURACE_TCGEN05_CP(N, NAME, WORDS)                                                                          \
  __GPURACE_D void tcgen05_cp_##NAME(cta_group_##N##_t, uint32_t to, uint64_t from) {                                 \
    asm volatile("tcgen05.cp.cta_group::" #N "." WORDS " [%0], %1;" ::"r"(to), "l"(from) : "memory");                 \
  }
#define __GPURACE_TCGEN05_COPIES(N)                                                                                   \
  __GPURACE_TCGEN05_CP(N, 128x256b, "128x256b")                                                                       \
  __GPURACE_TCGEN05_CP(N, 4x256b, "4x256b")                                                                           \
  __GPURACE_TCGEN05_CP(N, 128x128b, "128x128b")                                                                       \
  __GPURACE_TCGEN05_CP(N, 64x128b_warpx2_02_13, "64x128b.warpx2::02_13")                                              \
  __GPURACE_TCGEN05_CP(N, 64x128b_warpx2_01_23, "64x128b.warpx2::01_23")                                              \
  __GPURACE_TCGEN05_CP(N, 32x128b_warpx4, "32x128b.warpx4")
__GPURACE_TCGEN05_COPIES(1)
__GPURACE_TCGEN05_COPIES(2)
#undef __GPURACE_TCGEN05_COPIES
#undef __GPURACE_TCGEN05_CP

// ---- products ----
// Matrix `a` lies in shared memory, or in tensor memory. Lanes of the product may be left out, and what was there before may be scaled.
#define __GPURACE_LANES_1(L) "r"(L[0]), "r"(L[1]), "r"(L[2]), "r"(L[3])
#define __GPURACE_LANES_2(L) __GPURACE_LANES_1(L), "r"(L[4]), "r"(L[5]), "r"(L[6]), "r"(L[7])
#define __GPURACE_LANES_TEXT_1 "{%5, %6, %7, %8}"
#define __GPURACE_LANES_TEXT_2 "{%5, %6, %7, %8, %9, %10, %11, %12}"
#define __GPURACE_TCGEN05_MMA(NAME, KIND, N, A, TEXT, KEPT_IN)                                                        \
  __GPURACE_D void NAME(kind_##KIND##_t, cta_group_##N##_t, uint32_t d, A a, uint64_t b, uint32_t shape, bool adds) { \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::" #N ".kind::" #KIND                \
                 " [%0], " TEXT ", %2, %3, p;\n}" ::"r"(d),                                                           \
                 KEPT_IN(a), "l"(b), "r"(shape), "r"((uint32_t)adds)                                                  \
                 : "memory");                                                                                         \
  }                                                                                                                   \
  __GPURACE_D void NAME(kind_##KIND##_t, cta_group_##N##_t, uint32_t d, A a, uint64_t b, uint32_t shape,              \
                        const uint32_t (&left_out)[4 * N], bool adds) {                                               \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::" #N ".kind::" #KIND                \
                 " [%0], " TEXT ", %2, %3, " __GPURACE_LANES_TEXT_##N ", p;\n}" ::"r"(d),                             \
                 KEPT_IN(a), "l"(b), "r"(shape), "r"((uint32_t)adds), __GPURACE_LANES_##N(left_out)                   \
                 : "memory");                                                                                         \
  }
#define __GPURACE_TCGEN05_MMA_SCALED_D(NAME, KIND, N, A)                                                              \
  template <int Scale>                                                                                                \
  __GPURACE_D void NAME(kind_##KIND##_t kind, cta_group_##N##_t group, uint32_t d, A a, uint64_t b, uint32_t shape,   \
                        bool adds, n32_t<Scale>) {                                                                    \
    NAME(kind, group, d, a, b, shape, adds);                                                                          \
  }                                                                                                                   \
  template <int Scale>                                                                                                \
  __GPURACE_D void NAME(kind_##KIND##_t kind, cta_group_##N##_t group, uint32_t d, A a, uint64_t b, uint32_t shape,   \
                        const uint32_t (&left_out)[4 * N], bool adds, n32_t<Scale>) {                                 \
    NAME(kind, group, d, a, b, shape, left_out, adds);                                                                \
  }
#define __GPURACE_TCGEN05_KIND(KIND)                                                                                  \
  struct kind_##KIND##_t {};                                                                                          \
  static constexpr kind_##KIND##_t kind_##KIND{};
#define __GPURACE_TCGEN05_PRODUCTS(KIND)                                                                              \
  __GPURACE_TCGEN05_KIND(KIND)                                                                                        \
  __GPURACE_TCGEN05_MMA(tcgen05_mma, KIND, 1, uint64_t, "%1", "l")                                                    \
  __GPURACE_TCGEN05_MMA(tcgen05_mma, KIND, 2, uint64_t, "%1", "l")                                                    \
  __GPURACE_TCGEN05_MMA(tcgen05_mma_tmem_a, KIND, 1, uint32_t, "[%1]", "r")                                           \
  __GPURACE_TCGEN05_MMA(tcgen05_mma_tmem_a, KIND, 2, uint32_t, "[%1]", "r")
#define __GPURACE_TCGEN05_PRODUCTS_SCALED_D(KIND)                                                                     \
  __GPURACE_TCGEN05_MMA_SCALED_D(tcgen05_mma, KIND, 1, uint64_t)                                                      \
  __GPURACE_TCGEN05_MMA_SCALED_D(tcgen05_mma, KIND, 2, uint64_t)                                                      \
  __GPURACE_TCGEN05_MMA_SCALED_D(tcgen05_mma_tmem_a, KIND, 1, uint32_t)                                               \
  __GPURACE_TCGEN05_MMA_SCALED_D(tcgen05_mma_tmem_a, KIND, 2, uint32_t)
__GPURACE_TCGEN05_PRODUCTS(f16)
__GPURACE_TCGEN05_PRODUCTS(tf32)
__GPURACE_TCGEN05_PRODUCTS(f8f6f4)
__GPURACE_TCGEN05_PRODUCTS(i8)
__GPURACE_TCGEN05_PRODUCTS_SCALED_D(f16)
__GPURACE_TCGEN05_PRODUCTS_SCALED_D(tf32)
#undef __GPURACE_TCGEN05_PRODUCTS_SCALED_D
#undef __GPURACE_TCGEN05_PRODUCTS
#undef __GPURACE_TCGEN05_MMA_SCALED_D
#undef __GPURACE_TCGEN05_MMA
#undef __GPURACE_LANES_TEXT_2
#undef __GPURACE_LANES_TEXT_1
#undef __GPURACE_LANES_2
#undef __GPURACE_LANES_1

// ---- products with factors for blocks of elements, which lie in tensor memory ----
__GPURACE_TCGEN05_KIND(mxf8f6f4)
__GPURACE_TCGEN05_KIND(mxf4)
__GPURACE_TCGEN05_KIND(mxf4nvf4)
#undef __GPURACE_TCGEN05_KIND
#define __GPURACE_TCGEN05_SCALED(NAME, KIND, N, WORDS, A, TEXT, KEPT_IN)                                              \
  __GPURACE_D void NAME(kind_##KIND##_t, cta_group_##N##_t, uint32_t d, A a, uint64_t b, uint32_t shape,              \
                        uint32_t scales_of_a, uint32_t scales_of_b, bool adds) {                                      \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\ntcgen05.mma.cta_group::" #N ".kind::" #KIND ".block_scale" WORDS\
                 " [%0], " TEXT ", %2, %3, [%5], [%6], p;\n}" ::"r"(d),                                               \
                 KEPT_IN(a), "l"(b), "r"(shape), "r"((uint32_t)adds), "r"(scales_of_a), "r"(scales_of_b)              \
                 : "memory");                                                                                         \
  }
#define __GPURACE_TCGEN05_SCALED_USES(NAME, KIND, N, WORDS, A, TEXT, KEPT_IN)                                         \
  __GPURACE_TCGEN05_SCALED(NAME, KIND, N, WORDS, A, TEXT, KEPT_IN)                                                    \
  __GPURACE_TCGEN05_SCALED(NAME##_collector_a_fill, KIND, N, WORDS ".collector::a::fill", A, TEXT, KEPT_IN)           \
  __GPURACE_TCGEN05_SCALED(NAME##_collector_a_use, KIND, N, WORDS ".collector::a::use", A, TEXT, KEPT_IN)             \
  __GPURACE_TCGEN05_SCALED(NAME##_collector_a_lastuse, KIND, N, WORDS ".collector::a::lastuse", A, TEXT, KEPT_IN)     \
  __GPURACE_TCGEN05_SCALED(NAME##_collector_a_discard, KIND, N, WORDS ".collector::a::discard", A, TEXT, KEPT_IN)
#define __GPURACE_TCGEN05_SCALED_FOR(SIZE, TMEM_A, KIND, N)                                                           \
  __GPURACE_TCGEN05_SCALED_USES(tcgen05_mma_block_scale_vec_##SIZE##x, KIND, N, ".scale_vec::" #SIZE "X", uint64_t, "%1", "l")\
  __GPURACE_TCGEN05_SCALED_USES(tcgen05_mma_block_scale_vec_##TMEM_A##_tmem_a, KIND, N, ".scale_vec::" #SIZE "X", uint32_t,\
                                "[%1]", "r")
// One of the names has no `x` in NVIDIA's header.
__GPURACE_TCGEN05_SCALED_FOR(1, 1x, mxf8f6f4, 1)
__GPURACE_TCGEN05_SCALED_FOR(1, 1x, mxf8f6f4, 2)
__GPURACE_TCGEN05_SCALED_FOR(2, 2, mxf4, 1)
__GPURACE_TCGEN05_SCALED_FOR(2, 2, mxf4, 2)
__GPURACE_TCGEN05_SCALED_FOR(2, 2, mxf4nvf4, 1)
__GPURACE_TCGEN05_SCALED_FOR(2, 2, mxf4nvf4, 2)
__GPURACE_TCGEN05_SCALED_FOR(4, 4x, mxf4nvf4, 1)
__GPURACE_TCGEN05_SCALED_FOR(4, 4x, mxf4nvf4, 2)
#undef __GPURACE_TCGEN05_SCALED_FOR
#undef __GPURACE_TCGEN05_SCALED_USES
#undef __GPURACE_TCGEN05_SCALED

// ---- copies for a barrier object that may be that of the other block of a pair ----
template <class Space, int N>
__GPURACE_D void cp_async_bulk_tensor(Space to_space, space_global_t from, cta_group_1_t, void *to, const void *map,
                                      const int32_t (&at)[N], uint64_t *bar) {
  cp_async_bulk_tensor(to_space, from, to, map, at, bar);
}
template <class Space, int N>
__GPURACE_D void cp_async_bulk_tensor(Space, space_global_t, cta_group_2_t, void *to, const void *map,
                                      const int32_t (&at)[N], uint64_t *bar) {
  __gpurace_tensor_load_of_pair(to, bar, map, N, at[0], N > 1 ? at[1 % N] : 0, N > 2 ? at[2 % N] : 0,
                                N > 3 ? at[3 % N] : 0, N > 4 ? at[4 % N] : 0);
}

// ---- moves between tensor memory and registers ----
template <class T, int N>
__GPURACE_D void __moved(T (&out)[N]) {
  static_assert(sizeof(T) == 4, "registers have 32 bits");
#pragma unroll
  for (int i = 0; i < N; i++) out[i] = __builtin_bit_cast(T, __gpurace_product_i32());
}
// Of this shape each thread has its own lane; a warp moves the others together, in so many registers of each thread.
__GPURACE_D uint32_t __own_lane(uint32_t at) {
  uint32_t lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return at + (lane << 16);
}
#define __GPURACE_TCGEN05_MOVES(SHAPE, LANES, COLUMNS, REGISTERS)                                                     \
  template <class T, int N>                                                                                           \
  __GPURACE_D void tcgen05_ld_##SHAPE(T (&out)[N], uint32_t at) {                                                     \
    __gpurace_tmem_load(at, LANES, COLUMNS * (N / REGISTERS), LANES, 32);                                             \
    __moved(out);                                                                                                     \
  }                                                                                                                   \
  template <class T, int N>                                                                                           \
  __GPURACE_D void tcgen05_ld_##SHAPE##_pack_16b(T (&out)[N], uint32_t at) {                                          \
    __gpurace_tmem_load(at, LANES, 2 * COLUMNS * (N / REGISTERS), LANES, 32);                                         \
    __moved(out);                                                                                                     \
  }                                                                                                                   \
  template <class T, int N>                                                                                           \
  __GPURACE_D void tcgen05_st_##SHAPE(uint32_t at, const T (&)[N]) {                                                  \
    __gpurace_tmem_store(at, LANES, COLUMNS * (N / REGISTERS), LANES, 32);                                            \
  }                                                                                                                   \
  template <class T, int N>                                                                                           \
  __GPURACE_D void tcgen05_st_##SHAPE##_unpack_16b(uint32_t at, const T (&)[N]) {                                     \
    __gpurace_tmem_store(at, LANES, 2 * COLUMNS * (N / REGISTERS), LANES, 32);                                        \
  }
__GPURACE_TCGEN05_MOVES(16x64b, 16, 2, 1)
__GPURACE_TCGEN05_MOVES(16x128b, 16, 4, 2)
__GPURACE_TCGEN05_MOVES(16x256b, 16, 8, 4)
#undef __GPURACE_TCGEN05_MOVES
template <class T, int N>
__GPURACE_D void tcgen05_ld_32x32b(T (&out)[N], uint32_t at) {
  __gpurace_tmem_load(__own_lane(at), 1, N, 1, 1);
  __moved(out);
}
template <class T, int N>
__GPURACE_D void tcgen05_ld_32x32b_pack_16b(T (&out)[N], uint32_t at) {
  __gpurace_tmem_load(__own_lane(at), 1, 2 * N, 1, 1);
  __moved(out);
}
template <class T, int N>
__GPURACE_D void tcgen05_st_32x32b(uint32_t at, const T (&)[N]) {
  __gpurace_tmem_store(__own_lane(at), 1, N, 1, 1);
}
template <class T, int N>
__GPURACE_D void tcgen05_st_32x32b_unpack_16b(uint32_t at, const T (&)[N]) {
  __gpurace_tmem_store(__own_lane(at), 1, 2 * N, 1, 1);
}
__GPURACE_D void tcgen05_wait_ld() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__GPURACE_D void tcgen05_wait_st() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
__GPURACE_D void tcgen05_fence_before_thread_sync() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__GPURACE_D void tcgen05_fence_after_thread_sync() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }

}  // namespace ptx
}  // namespace cuda
