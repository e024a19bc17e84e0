// Barriers, fences, timing and stopping. `__syncthreads()` is a builtin of clang.
#pragma once

// ---- barriers of the block --------------------------------------------------------------------------------------------
__GPURACE_D int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__GPURACE_D int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
__GPURACE_D int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__GPURACE_D void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
__GPURACE_D void __barrier_sync_count(unsigned int id, unsigned int count) { __nvvm_barrier_sync_cnt(id, count); }

// ---- barrier of the warp (HIP's takes a mask of 64 lanes: hip_warp.h) -----------------------------------------------------
#ifndef __HIP__
__GPURACE_D void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
#endif

// ---- barriers LLVM has no name for --------------------------------------------------------------------------------------
// All threads of the grid (`cooperative_groups::this_grid().sync()`).
__GPURACE_EXT_D void __gpurace_grid_sync(void) __attribute__((convergent));
// The number of one of so many threads, the same for all threads of a group.
__GPURACE_EXT_D unsigned int __gpurace_elect_any(unsigned int group, unsigned int threads) __attribute__((convergent));
// The value, which all threads of that group of lanes have; `choice`: it is the least or the greatest of floats.
__GPURACE_EXT_D int __gpurace_group_value(int value, unsigned int group, unsigned int lanes) __attribute__((convergent));
__GPURACE_EXT_D int __gpurace_group_choice(int value, unsigned int group, unsigned int lanes) __attribute__((convergent));
// All threads of the aligned tile of `size` threads the caller belongs to.
__GPURACE_EXT_D void __gpurace_tile_sync(unsigned int size) __attribute__((convergent));

// ---- fences -------------------------------------------------------------------------------------------------------------
__GPURACE_D void __threadfence_block() { __nvvm_membar_cta(); }
__GPURACE_D void __threadfence() { __nvvm_membar_gl(); }
__GPURACE_D void __threadfence_system() { __nvvm_membar_sys(); }

// ---- time, stopping, hints ----------------------------------------------------------------------------------------------
__GPURACE_D long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
__GPURACE_D unsigned long long __globaltimer() { return __nvvm_read_ptx_sreg_globaltimer(); }
__GPURACE_D void __nanosleep(unsigned int ns) { __nvvm_nanosleep(ns); }
__GPURACE_D void __trap() { __builtin_trap(); }
__GPURACE_D void __exit() { __nvvm_exit(); }
__GPURACE_D void __brkpt() {}
__GPURACE_D void __prof_trigger(int) {}

// What a program states about its values. `assume`: every execution satisfies it. `assert`: an execution that does not
// satisfy it ends there.
__GPURACE_EXT_HD void __gpurace_assume(bool condition);
// The caller may be called in blocks of this size only.
__GPURACE_EXT_D void __gpurace_block_shape(int x, int y, int z);
__GPURACE_EXT_HD void __gpurace_assert(bool condition);
// What the C library calls where an assertion fails. Programs that have an `assert` of their own call it, too.
extern "C" __host__ __device__ inline void __assert_fail(const char *, const char *, unsigned int, const char *) {
  __gpurace_assert(false);
  __builtin_unreachable();
}
// What takes the place of a body that does not compile.
__GPURACE_EXT_HD void __gpurace_unreadable();
// What takes the place of a statement of a host function: it may have changed what it is handed. Or of a
// condition.
template <class... T> __attribute__((host, device)) bool __gpurace_left_out(T &&...);

#define __builtin_assume_separate_storage(a, b) ((void)0)
#define __nv_assume(x) __builtin_assume(x)
