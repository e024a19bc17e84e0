// Warp functions: shuffles, votes, matches, reductions. They pass values between threads through registers; none of
// them orders memory.
#pragma once

// ---- what headers for CUDA and HIP alike say it with ---------------------------------------------------------------------
#define __GPURACE_WAVE 0xffffffffu
namespace __gpurace {
typedef unsigned int lane_mask;
constexpr __host__ __device__ int wavefront() { return 32; }
__GPURACE_D unsigned int lane_count(lane_mask mask) { return __builtin_popcount(mask); }
__GPURACE_D unsigned int nth_lane(lane_mask mask, int n) { return __nvvm_fns(mask, 0, n + 1); }
}  // namespace __gpurace

// ---- shuffles -----------------------------------------------------------------------------------------------------------
// The last operand of the instruction holds the lane limit and, shifted, which lanes form a segment.
namespace __gpurace {
__GPURACE_D int segment(int width, int limit) { return ((32 - width) << 8) | limit; }
}  // namespace __gpurace

#define __GPURACE_SHUFFLE(NAME, MODE, LANE, LIMIT)                                                                  \
  __GPURACE_D int NAME(unsigned int mask, int value, LANE lane, int width = 32) {                                   \
    return __nvvm_shfl_sync_##MODE##_i32(mask, value, lane, __gpurace::segment(width, LIMIT));                      \
  }                                                                                                                 \
  __GPURACE_D float NAME(unsigned int mask, float value, LANE lane, int width = 32) {                               \
    return __nvvm_shfl_sync_##MODE##_f32(mask, value, lane, __gpurace::segment(width, LIMIT));                      \
  }                                                                                                                 \
  __GPURACE_D unsigned int NAME(unsigned int mask, unsigned int value, LANE lane, int width = 32) {                 \
    return NAME(mask, static_cast<int>(value), lane, width);                                                        \
  }                                                                                                                 \
  __GPURACE_D unsigned long long NAME(unsigned int mask, unsigned long long value, LANE lane, int width = 32) {     \
    unsigned int low = NAME(mask, static_cast<int>(value), lane, width);                                            \
    unsigned int high = NAME(mask, static_cast<int>(value >> 32), lane, width);                                     \
    return static_cast<unsigned long long>(high) << 32 | low;                                                       \
  }                                                                                                                 \
  __GPURACE_D long long NAME(unsigned int mask, long long value, LANE lane, int width = 32) {                       \
    return NAME(mask, static_cast<unsigned long long>(value), lane, width);                                         \
  }                                                                                                                 \
  __GPURACE_D long NAME(unsigned int mask, long value, LANE lane, int width = 32) {                                 \
    return NAME(mask, static_cast<unsigned long long>(value), lane, width);                                         \
  }                                                                                                                 \
  __GPURACE_D unsigned long NAME(unsigned int mask, unsigned long value, LANE lane, int width = 32) {               \
    return NAME(mask, static_cast<unsigned long long>(value), lane, width);                                         \
  }                                                                                                                 \
  __GPURACE_D double NAME(unsigned int mask, double value, LANE lane, int width = 32) {                             \
    return __builtin_bit_cast(double, NAME(mask, __builtin_bit_cast(unsigned long long, value), lane, width));      \
  }

__GPURACE_SHUFFLE(__shfl_sync, idx, int, 31)
__GPURACE_SHUFFLE(__shfl_up_sync, up, unsigned int, 0)
__GPURACE_SHUFFLE(__shfl_down_sync, down, unsigned int, 31)
__GPURACE_SHUFFLE(__shfl_xor_sync, bfly, int, 31)

// The forms without a mask, from before CUDA 9, mean the whole warp.
#define __GPURACE_OLD_SHUFFLE(NAME, LANE)                                                                           \
  template <class T>                                                                                                \
  __GPURACE_D T NAME(T value, LANE lane, int width = 32) {                                                          \
    return NAME##_sync(0xffffffffu, value, lane, width);                                                            \
  }
__GPURACE_OLD_SHUFFLE(__shfl, int)
__GPURACE_OLD_SHUFFLE(__shfl_up, unsigned int)
__GPURACE_OLD_SHUFFLE(__shfl_down, unsigned int)
__GPURACE_OLD_SHUFFLE(__shfl_xor, int)

// ---- votes --------------------------------------------------------------------------------------------------------------
__GPURACE_D int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate != 0); }
__GPURACE_D int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate != 0); }
__GPURACE_D int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate != 0); }
__GPURACE_D unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate != 0);
}
__GPURACE_D int __all(int predicate) { return __all_sync(0xffffffffu, predicate); }
__GPURACE_D int __any(int predicate) { return __any_sync(0xffffffffu, predicate); }
__GPURACE_D unsigned int __ballot(int predicate) { return __ballot_sync(0xffffffffu, predicate); }
__GPURACE_D unsigned int __activemask() { return __nvvm_activemask(); }

// ---- lanes --------------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned int __laneid() { return __nvvm_read_ptx_sreg_laneid(); }
__GPURACE_D unsigned int __lanemask_eq() { return __nvvm_read_ptx_sreg_lanemask_eq(); }
__GPURACE_D unsigned int __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
__GPURACE_D unsigned int __lanemask_le() { return __nvvm_read_ptx_sreg_lanemask_le(); }
__GPURACE_D unsigned int __lanemask_gt() { return __nvvm_read_ptx_sreg_lanemask_gt(); }
__GPURACE_D unsigned int __lanemask_ge() { return __nvvm_read_ptx_sreg_lanemask_ge(); }

// ---- matches ------------------------------------------------------------------------------------------------------------
#define __GPURACE_MATCH(T, WORD, BITS)                                                                              \
  __GPURACE_D unsigned int __match_any_sync(unsigned int mask, T value) {                                           \
    return __nvvm_match_any_sync_i##BITS(mask, __builtin_bit_cast(WORD, value));                                    \
  }                                                                                                                 \
  __GPURACE_D unsigned int __match_all_sync(unsigned int mask, T value, int *all) {                                 \
    return __nvvm_match_all_sync_i##BITS##p(mask, __builtin_bit_cast(WORD, value), all);                            \
  }
__GPURACE_MATCH(int, unsigned int, 32)
__GPURACE_MATCH(unsigned int, unsigned int, 32)
__GPURACE_MATCH(float, unsigned int, 32)
__GPURACE_MATCH(long, unsigned long long, 64)
__GPURACE_MATCH(unsigned long, unsigned long long, 64)
__GPURACE_MATCH(long long, unsigned long long, 64)
__GPURACE_MATCH(unsigned long long, unsigned long long, 64)
__GPURACE_MATCH(double, unsigned long long, 64)

// ---- reductions ---------------------------------------------------------------------------------------------------------
__GPURACE_D int __reduce_add_sync(unsigned int mask, int value) { return __nvvm_redux_sync_add(value, mask); }
__GPURACE_D int __reduce_min_sync(unsigned int mask, int value) { return __nvvm_redux_sync_min(value, mask); }
__GPURACE_D int __reduce_max_sync(unsigned int mask, int value) { return __nvvm_redux_sync_max(value, mask); }
__GPURACE_D unsigned int __reduce_add_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_add(value, mask);
}
__GPURACE_D unsigned int __reduce_min_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_umin(value, mask);
}
__GPURACE_D unsigned int __reduce_max_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_umax(value, mask);
}
__GPURACE_D unsigned int __reduce_and_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_and(value, mask);
}
__GPURACE_D unsigned int __reduce_or_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_or(value, mask);
}
__GPURACE_D unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value) {
  return __nvvm_redux_sync_xor(value, mask);
}
