// Clang's builtins for AMD's processors, as far as they have a meaning that can be given. Those that are declared without a
// body have none by themselves: a kernel that calls one is reported as not analysed. The rest is not declared at all.
#pragma once

// ---- who am I -------------------------------------------------------------------------------------------------------------
#define __GPURACE_AXES(NAME, VALUE)                                                                                 \
  __GPURACE_D unsigned int __builtin_amdgcn_##NAME##_x() { return VALUE(x); }                                       \
  __GPURACE_D unsigned int __builtin_amdgcn_##NAME##_y() { return VALUE(y); }                                       \
  __GPURACE_D unsigned int __builtin_amdgcn_##NAME##_z() { return VALUE(z); }
#define __GPURACE_AXIS_OF_GRID(A) (gridDim.A * blockDim.A)
#define __GPURACE_AXIS_OF_ITEM(A) (threadIdx.A)
#define __GPURACE_AXIS_OF_GROUP(A) (blockIdx.A)
#define __GPURACE_AXIS_OF_SIZE(A) (blockDim.A)
__GPURACE_AXES(workitem_id, __GPURACE_AXIS_OF_ITEM)
__GPURACE_AXES(workgroup_id, __GPURACE_AXIS_OF_GROUP)
__GPURACE_AXES(workgroup_size, __GPURACE_AXIS_OF_SIZE)
__GPURACE_AXES(grid_size, __GPURACE_AXIS_OF_GRID)
#undef __GPURACE_AXES
__GPURACE_D unsigned int __builtin_amdgcn_wavefrontsize() { return __gpurace::wavefront(); }

// How many lanes below one's own are in the mask, for the lower and the upper half of the lanes. Of all lanes: the lane.
__GPURACE_D unsigned int __builtin_amdgcn_mbcnt_lo(unsigned int mask, unsigned int add) {
  unsigned int below = __lane_id() < 32 ? __lane_id() : 32;
  if (mask == ~0u) return add + below;
  return add + __popc(mask & static_cast<unsigned int>((1ull << below) - 1));
}
__GPURACE_D unsigned int __builtin_amdgcn_mbcnt_hi(unsigned int mask, unsigned int add) {
  unsigned int below = __lane_id() < 32 ? 0 : __lane_id() - 32;
  if (mask == ~0u) return add + below;
  return add + __popc(mask & static_cast<unsigned int>((1ull << below) - 1));
}

// ---- barriers and fences --------------------------------------------------------------------------------------------------
// These two join threads and order no memory by themselves. Between a fence that releases and one that acquires they are
// the barrier of the block or of the wavefront (`src/frontend/fenced-barriers.ts`).
__GPURACE_EXT_D void __builtin_amdgcn_s_barrier(void) __attribute__((convergent));
__GPURACE_EXT_D void __builtin_amdgcn_wave_barrier(void) __attribute__((convergent));

namespace __gpurace {
__GPURACE_HD constexpr bool same_text(const char *a, const char *b) {
  return *a == *b && (*a == 0 || same_text(a + 1, b + 1));
}
// LLVM's name of a scope; none is the system, and one that is not known (`…-one-as` orders less) no scope at all.
__GPURACE_HD constexpr int fence_scope(const char *scope) {
  return same_text(scope, "")            ? __MEMORY_SCOPE_SYSTEM
         : same_text(scope, "agent")     ? __MEMORY_SCOPE_DEVICE
         : same_text(scope, "cluster")   ? __MEMORY_SCOPE_CLUSTR
         : same_text(scope, "workgroup") ? __MEMORY_SCOPE_WRKGRP
         : same_text(scope, "wavefront") ? __MEMORY_SCOPE_WVFRNT
                                         : __MEMORY_SCOPE_SINGLE;
}
}  // namespace __gpurace
#define __builtin_amdgcn_fence(ORDER, SCOPE, ...) __scoped_atomic_thread_fence(ORDER, __gpurace::fence_scope(SCOPE))

// ---- exchanges --------------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned long long __builtin_amdgcn_ballot_w64(bool predicate) { return __ballot(predicate); }
__GPURACE_D unsigned int __builtin_amdgcn_ballot_w32(bool predicate) { return __ballot(predicate); }
__GPURACE_D unsigned long long __builtin_amdgcn_read_exec() { return __activemask(); }
__GPURACE_D int __builtin_amdgcn_readlane(int value, int lane) {
  return __gpurace_wave_shuffle(__GPURACE_WAVE, value, lane);
}
__GPURACE_D int __builtin_amdgcn_readfirstlane(int value) {
  return __gpurace_wave_shuffle(__GPURACE_WAVE, value, __ffsll(__ballot(1)) - 1);
}
__GPURACE_D int __builtin_amdgcn_ds_bpermute(int address, int value) {
  return __gpurace_wave_shuffle(__GPURACE_WAVE, value, (address >> 2) & (__gpurace::wavefront() - 1));
}
__GPURACE_D int __builtin_amdgcn_ds_permute(int, int value) { return __gpurace_wave_exchange(value); }
__GPURACE_D int __builtin_amdgcn_ds_swizzle(int value, int) { return __gpurace_wave_exchange(value); }
__GPURACE_D int __builtin_amdgcn_mov_dpp(int value, int, int, int, bool) { return __gpurace_wave_exchange(value); }
__GPURACE_D int __builtin_amdgcn_update_dpp(int, int value, int, int, int, bool) {
  return __gpurace_wave_exchange(value);
}
__GPURACE_D int __builtin_amdgcn_mov_dpp8(int value, unsigned int) { return __gpurace_wave_exchange(value); }

// ---- hints and clocks -----------------------------------------------------------------------------------------------------
__GPURACE_D void __builtin_amdgcn_s_waitcnt(int) {}
__GPURACE_D void __builtin_amdgcn_s_sleep(int) { __nanosleep(0); }
__GPURACE_D void __builtin_amdgcn_s_setprio(int) {}
__GPURACE_D void __builtin_amdgcn_sched_barrier(int) {}
__GPURACE_D void __builtin_amdgcn_sched_group_barrier(int, int, int) {}
__GPURACE_D unsigned long long __builtin_amdgcn_s_memtime() { return clock64(); }
__GPURACE_D unsigned long long __builtin_amdgcn_s_memrealtime() { return __globaltimer(); }
__GPURACE_D long long wall_clock64() { return __globaltimer(); }

// ---- numbers --------------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned int __builtin_amdgcn_ubfe(unsigned int x, unsigned int from, unsigned int n) {
  return (n & 31) == 0 ? 0 : (x >> (from & 31)) & ((1u << (n & 31)) - 1);
}
__GPURACE_D unsigned int __builtin_amdgcn_alignbit(unsigned int high, unsigned int low, unsigned int n) {
  return __funnelshift_r(low, high, n);
}
__GPURACE_D float __builtin_amdgcn_rcpf(float x) { return 1.0f / x; }
__GPURACE_D float __builtin_amdgcn_rsqf(float x) { return 1.0f / __builtin_sqrtf(x); }
__GPURACE_D float __builtin_amdgcn_sqrtf(float x) { return __builtin_sqrtf(x); }
__GPURACE_D float __builtin_amdgcn_exp2f(float x) { return __builtin_exp2f(x); }
__GPURACE_D float __builtin_amdgcn_logf(float x) { return __builtin_log2f(x); }
__GPURACE_D float __builtin_amdgcn_sinf(float x) { return __builtin_sinf(x * 6.2831853071795864f); }
__GPURACE_D float __builtin_amdgcn_cosf(float x) { return __builtin_cosf(x * 6.2831853071795864f); }
__GPURACE_D float __builtin_amdgcn_fmed3f(float a, float b, float c) {
  return __builtin_fmaxf(__builtin_fminf(a, b), __builtin_fminf(__builtin_fmaxf(a, b), c));
}
