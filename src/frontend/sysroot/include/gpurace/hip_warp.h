// Functions of a wavefront: of 64 threads, or of 32, which the program's reader decides (`llvm.nvvm.read.ptx.sreg.warpsize`
// here stands for whichever it is). Masks have 64 bits. Values pass through registers; memory is not ordered.
#pragma once

// ---- what everything else is made of -------------------------------------------------------------------------------------
// The word that `lane` of the wavefront holds; what the lane itself holds where `lane` does not take part.
__GPURACE_EXT_D int __gpurace_wave_shuffle(unsigned long long mask, int value, unsigned int lane)
    __attribute__((convergent));
// A bit per lane of the mask for which `predicate` is true.
__GPURACE_EXT_D unsigned long long __gpurace_wave_ballot(unsigned long long mask, bool predicate)
    __attribute__((convergent));
// The barrier of the lanes of the mask, for memory as well.
__GPURACE_EXT_D void __gpurace_wave_sync(unsigned long long mask) __attribute__((convergent));
// A word that other lanes had a part in.
__GPURACE_EXT_D int __gpurace_wave_exchange(int value) __attribute__((convergent));

#define __GPURACE_WAVE (~0ull)
namespace __gpurace {
typedef unsigned long long lane_mask;
__GPURACE_D int wavefront() { return __nvvm_read_ptx_sreg_warpsize(); }
__GPURACE_D unsigned int lane_count(lane_mask mask) { return __builtin_popcountll(mask); }
__GPURACE_D unsigned int nth_lane(lane_mask mask, int n) {
  for (int i = 0; i < n; i++) mask &= mask - 1;
  return __builtin_ctzg(mask, -1);
}
}  // namespace __gpurace

__GPURACE_D void __syncwarp(unsigned long long mask = __GPURACE_WAVE) { __gpurace_wave_sync(mask); }

// ---- lanes --------------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned int __lane_id() { return __nvvm_read_ptx_sreg_laneid(); }
__GPURACE_D unsigned int __laneid() { return __lane_id(); }
__GPURACE_D unsigned long long __lanemask_eq() { return 1ull << __lane_id(); }
__GPURACE_D unsigned long long __lanemask_lt() { return (1ull << __lane_id()) - 1; }
__GPURACE_D unsigned long long __lanemask_le() { return __lanemask_lt() | __lanemask_eq(); }
__GPURACE_D unsigned long long __lanemask_gt() { return ~__lanemask_le(); }
__GPURACE_D unsigned long long __lanemask_ge() { return ~__lanemask_lt(); }

// ---- shuffles -----------------------------------------------------------------------------------------------------------
namespace __gpurace {

// The lane a shuffle reads from, within the segment of `width` lanes.
__GPURACE_D int lane_idx(int lane, int width) {
  int self = __lane_id();
  return (lane & (width - 1)) + (self & ~(width - 1));
}
__GPURACE_D int lane_up(int delta, int width) {
  int self = __lane_id(), from = self - delta;
  return from < (self & ~(width - 1)) ? self : from;
}
__GPURACE_D int lane_down(int delta, int width) {
  int self = __lane_id();
  return (self & (width - 1)) + delta >= width ? self : self + delta;
}
__GPURACE_D int lane_xor(int lanes, int width) {
  int self = __lane_id(), from = self ^ lanes;
  return from >= ((self + width) & ~(width - 1)) ? self : from;
}

__GPURACE_D int from_lane(unsigned long long mask, int value, int lane) {
  return __gpurace_wave_shuffle(mask, value, lane);
}
__GPURACE_D unsigned int from_lane(unsigned long long mask, unsigned int value, int lane) {
  return __gpurace_wave_shuffle(mask, value, lane);
}
__GPURACE_D float from_lane(unsigned long long mask, float value, int lane) {
  return __builtin_bit_cast(float, __gpurace_wave_shuffle(mask, __builtin_bit_cast(int, value), lane));
}
__GPURACE_D unsigned long long from_lane(unsigned long long mask, unsigned long long value, int lane) {
  unsigned int low = __gpurace_wave_shuffle(mask, static_cast<int>(value), lane);
  unsigned int high = __gpurace_wave_shuffle(mask, static_cast<int>(value >> 32), lane);
  return static_cast<unsigned long long>(high) << 32 | low;
}
__GPURACE_D long long from_lane(unsigned long long mask, long long value, int lane) {
  return from_lane(mask, static_cast<unsigned long long>(value), lane);
}
__GPURACE_D unsigned long from_lane(unsigned long long mask, unsigned long value, int lane) {
  return from_lane(mask, static_cast<unsigned long long>(value), lane);
}
__GPURACE_D long from_lane(unsigned long long mask, long value, int lane) {
  return from_lane(mask, static_cast<unsigned long long>(value), lane);
}
__GPURACE_D double from_lane(unsigned long long mask, double value, int lane) {
  return __builtin_bit_cast(double, from_lane(mask, __builtin_bit_cast(unsigned long long, value), lane));
}

}  // namespace __gpurace

#define __GPURACE_SHUFFLE(NAME, MODE, LANE, T)                                                                      \
  __GPURACE_D T NAME##_sync(unsigned long long mask, T value, LANE lane, int width = __gpurace::wavefront()) {      \
    return __gpurace::from_lane(mask, value, __gpurace::lane_##MODE(lane, width));                                  \
  }                                                                                                                 \
  __GPURACE_D T NAME(T value, LANE lane, int width = __gpurace::wavefront()) {                                      \
    return __gpurace::from_lane(__GPURACE_WAVE, value, __gpurace::lane_##MODE(lane, width));                        \
  }
#define __GPURACE_SHUFFLES(T)                                                                                       \
  __GPURACE_SHUFFLE(__shfl, idx, int, T)                                                                            \
  __GPURACE_SHUFFLE(__shfl_up, up, unsigned int, T)                                                                 \
  __GPURACE_SHUFFLE(__shfl_down, down, unsigned int, T)                                                             \
  __GPURACE_SHUFFLE(__shfl_xor, xor, int, T)
__GPURACE_SHUFFLES(int)
__GPURACE_SHUFFLES(unsigned int)
__GPURACE_SHUFFLES(float)
__GPURACE_SHUFFLES(long)
__GPURACE_SHUFFLES(unsigned long)
__GPURACE_SHUFFLES(long long)
__GPURACE_SHUFFLES(unsigned long long)
__GPURACE_SHUFFLES(double)

// ---- votes --------------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned long long __ballot_sync(unsigned long long mask, int predicate) {
  return __gpurace_wave_ballot(mask, predicate != 0);
}
__GPURACE_D int __any_sync(unsigned long long mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
__GPURACE_D int __all_sync(unsigned long long mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
__GPURACE_D unsigned long long __ballot(int predicate) { return __ballot_sync(__GPURACE_WAVE, predicate); }
__GPURACE_D unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
__GPURACE_D int __any(int predicate) { return __any_sync(__GPURACE_WAVE, predicate); }
__GPURACE_D int __all(int predicate) { return __all_sync(__GPURACE_WAVE, predicate); }
__GPURACE_D unsigned long long __activemask() { return __ballot(1); }

// ---- matches and reductions: what comes out depends on the other lanes ---------------------------------------------------------
namespace __gpurace {
__GPURACE_D unsigned long long exchanged_mask() {
  unsigned int low = __gpurace_wave_exchange(0), high = __gpurace_wave_exchange(0);
  return static_cast<unsigned long long>(high) << 32 | low;
}
}  // namespace __gpurace
template <class T>
__GPURACE_D unsigned long long __match_any_sync(unsigned long long, T) {
  return __gpurace::exchanged_mask();
}
template <class T>
__GPURACE_D unsigned long long __match_all_sync(unsigned long long, T, int *all) {
  *all = __gpurace_wave_exchange(0);
  return __gpurace::exchanged_mask();
}
template <class T>
__GPURACE_D unsigned long long __match_any(T value) {
  return __match_any_sync(__GPURACE_WAVE, value);
}
template <class T>
__GPURACE_D unsigned long long __match_all(T value, int *all) {
  return __match_all_sync(__GPURACE_WAVE, value, all);
}
#define __GPURACE_REDUCE(NAME)                                                                                      \
  template <class T>                                                                                                \
  __GPURACE_D T NAME(unsigned long long, T value) {                                                                 \
    return static_cast<T>(__gpurace_wave_exchange(static_cast<int>(value)));                                        \
  }
__GPURACE_REDUCE(__reduce_add_sync)
__GPURACE_REDUCE(__reduce_min_sync)
__GPURACE_REDUCE(__reduce_max_sync)
__GPURACE_REDUCE(__reduce_and_sync)
__GPURACE_REDUCE(__reduce_or_sync)
__GPURACE_REDUCE(__reduce_xor_sync)
#undef __GPURACE_REDUCE
#undef __GPURACE_SHUFFLES
#undef __GPURACE_SHUFFLE
