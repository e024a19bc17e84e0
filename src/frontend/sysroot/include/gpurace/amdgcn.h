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
// the barrier of the block or of the wavefront (`src/frontend/fenced-barriers.ts`); right behind a wait for LDS the first
// orders that.
__GPURACE_EXT_D void __builtin_amdgcn_s_barrier(void) __attribute__((convergent));
__GPURACE_EXT_D void __builtin_amdgcn_wave_barrier(void) __attribute__((convergent));
// The two halves of gfx12's barrier of the block, whose number is -1.
__GPURACE_EXT_D void __builtin_amdgcn_s_barrier_signal(int number) __attribute__((convergent));
__GPURACE_EXT_D void __builtin_amdgcn_s_barrier_wait(short number) __attribute__((convergent));

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

// ---- loads to LDS, and waits ----------------------------------------------------------------------------------------------
// A load to LDS goes on by itself. It is one of the vector memory operations that `vmcnt` counts, of which `s_waitcnt`
// leaves at most so many under way, the newest ones (LLVM, "AMDGPU DMA Operations" and "Memory Model gfx942").
__GPURACE_EXT_D void *__gpurace_first_lane_address(void *address);
__GPURACE_EXT_D void __gpurace_lds_load(void *to, const void *from, unsigned long long count, unsigned long long size,
                                        unsigned long long read, unsigned long long makers);
__GPURACE_EXT_D void __gpurace_lds_load_narrow(void);
__GPURACE_EXT_D void __gpurace_structured_buffer(void);
__GPURACE_EXT_D void __gpurace_vector_operation(void);
__GPURACE_EXT_D void __gpurace_vector_wait(unsigned int operations);
__GPURACE_EXT_D void __gpurace_lds_wait(void);
__GPURACE_EXT_D void __gpurace_wait_counts(void);

namespace __gpurace {
// Each lane's bytes go behind those of the lane before it, from the address on that the first lane gives.
__GPURACE_D void load_to_lds(const void *from, void *to, unsigned int bytes, int offset, unsigned int read) {
  if (bytes != 4 && bytes != 12 && bytes != 16) __gpurace_lds_load_narrow();
  unsigned int place = __lane_id() * (bytes == 4 ? 4 : 16);
  char *first = static_cast<char *>(__gpurace_first_lane_address(to)) + offset;
  __gpurace_lds_load(first + place, static_cast<const char *>(from) + offset, bytes, 1, read, 1);
  __gpurace_vector_operation();
}

// A buffer's descriptor, whose stride is 0 here: what is read beyond its bytes is zero.
struct buffer {
  const char *base;
  unsigned int bytes;
};
__GPURACE_D buffer make_buffer(const void *base, int stride, unsigned long long bytes) {
  if (stride != 0) __gpurace_structured_buffer();
  return {static_cast<const char *>(base), static_cast<unsigned int>(bytes)};
}
__GPURACE_D void buffer_to_lds(buffer from, void *to, unsigned int bytes, unsigned int at, unsigned int moved,
                               int offset) {
  unsigned long long end = static_cast<unsigned long long>(at) + offset + bytes;
  load_to_lds(from.base + at + moved, to, bytes, offset, end <= from.bytes ? bytes : 0);
}

// The counts in the operand of `s_waitcnt`: all ones wait for nothing.
template <unsigned int Counts>
__GPURACE_D void wait_counts() {
#if defined(__GFX11__)
  constexpr unsigned int vector = Counts >> 10 & 63, lds = Counts >> 4 & 63, all = 63;
#else
  constexpr unsigned int vector = (Counts & 15) | (Counts >> 10 & 48), lds = Counts >> 8 & 63, all = 63;
  __gpurace_wait_counts();
#endif
  if constexpr (vector != all) __gpurace_vector_wait(vector);
  if constexpr (lds == 0) __gpurace_lds_wait();
}
}  // namespace __gpurace
#define __builtin_amdgcn_global_load_lds(FROM, TO, BYTES, OFFSET, ...) \
  __gpurace::load_to_lds((const void *)(FROM), (void *)(TO), BYTES, OFFSET, BYTES)
#define __builtin_amdgcn_load_to_lds __builtin_amdgcn_global_load_lds
typedef __gpurace::buffer __amdgpu_buffer_rsrc_t;
#define __builtin_amdgcn_make_buffer_rsrc(BASE, STRIDE, BYTES, FLAGS) \
  __gpurace::make_buffer((const void *)(BASE), STRIDE, BYTES)
#define __builtin_amdgcn_raw_ptr_buffer_load_lds(FROM, TO, BYTES, AT, MOVED, OFFSET, ...) \
  __gpurace::buffer_to_lds(FROM, (void *)(TO), BYTES, AT, MOVED, OFFSET)
#define __builtin_amdgcn_s_waitcnt(...) __gpurace::wait_counts<static_cast<unsigned int>(__VA_ARGS__)>()

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
