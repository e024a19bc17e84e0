// Clang's atomic builtins that name a scope: `__scoped_atomic_…`, `__hip_atomic_…`, `__opencl_atomic_…`. For the targets
// that gpurace compiles for, clang drops the scope, so that the IR would say "the whole system" of each. Every one of them
// is therefore defined here again: the address goes through a function that says the scope, and gpurace's reader
// (`src/frontend/atomic-scopes.ts`) turns `atomicrmw … (__gpurace_scope_block(p))` into `atomicrmw … p syncscope("block")`.
// A macro is not expanded within its own text, so each one ends in clang's builtin. Our own headers use them like any
// program.
#pragma once

// ---- marks and fences -------------------------------------------------------------------------------------------------------
#ifdef __GPURACE_EXT_HD
#define __GPURACE_MARK(NAME) __GPURACE_EXT_HD volatile void *NAME(const volatile void *address);
#define __GPURACE_FENCE(NAME) __GPURACE_EXT_HD void NAME(int order);
#else
// OpenCL, where pointers into different memories are of different types.
#define __GPURACE_MARK_IN(SPACE, NAME)                                                                              \
  __attribute__((overloadable)) volatile SPACE void *NAME(const volatile SPACE void *address);
#if __OPENCL_C_VERSION__ == 200 || defined(__opencl_c_generic_address_space) || defined(__OPENCL_CPP_VERSION__)
#define __GPURACE_MARK(NAME)                                                                                        \
  __GPURACE_MARK_IN(__global, NAME) __GPURACE_MARK_IN(__local, NAME) __GPURACE_MARK_IN(__private, NAME)             \
  __GPURACE_MARK_IN(__generic, NAME)
#else
#define __GPURACE_MARK(NAME)                                                                                        \
  __GPURACE_MARK_IN(__global, NAME) __GPURACE_MARK_IN(__local, NAME) __GPURACE_MARK_IN(__private, NAME)
#endif
#define __GPURACE_FENCE(NAME) void NAME(int order);
#endif

__GPURACE_MARK(__gpurace_scope_thread)
__GPURACE_MARK(__gpurace_scope_warp)
__GPURACE_MARK(__gpurace_scope_block)
__GPURACE_MARK(__gpurace_scope_cluster)
__GPURACE_MARK(__gpurace_scope_device)
__GPURACE_MARK(__gpurace_scope_system)
// With an order by its number in C (`__ATOMIC_ACQUIRE`).
__GPURACE_FENCE(__gpurace_fence_warp)
__GPURACE_FENCE(__gpurace_fence_block)
__GPURACE_FENCE(__gpurace_fence_cluster)
__GPURACE_FENCE(__gpurace_fence_device)
__GPURACE_FENCE(__gpurace_fence_system)

#undef __GPURACE_FENCE
#undef __GPURACE_MARK
#undef __GPURACE_MARK_IN

// The address `P` marked with a scope. Where the scope is a constant, clang emits one call and no branch, so that the mark
// stands at the operation itself; where it does not, the reader finds several marks and the kernel is not analysed.
// What is no scope at all is taken for the narrowest.
#define __GPURACE_SCOPED(P, SCOPE)                                                                                  \
  ((__typeof__((P) + 0))((SCOPE) == __MEMORY_SCOPE_SYSTEM   ? __gpurace_scope_system(P)                             \
                         : (SCOPE) == __MEMORY_SCOPE_DEVICE ? __gpurace_scope_device(P)                             \
                         : (SCOPE) == __MEMORY_SCOPE_WRKGRP ? __gpurace_scope_block(P)                              \
                         : (SCOPE) == __MEMORY_SCOPE_CLUSTR ? __gpurace_scope_cluster(P)                            \
                         : (SCOPE) == __MEMORY_SCOPE_WVFRNT ? __gpurace_scope_warp(P)                               \
                                                            : __gpurace_scope_thread(P)))

// ---- clang's, for every language ----------------------------------------------------------------------------------------
#define __scoped_atomic_thread_fence(ORDER, SCOPE)                                                                  \
  ((SCOPE) == __MEMORY_SCOPE_SYSTEM   ? __gpurace_fence_system(ORDER)                                               \
   : (SCOPE) == __MEMORY_SCOPE_DEVICE ? __gpurace_fence_device(ORDER)                                               \
   : (SCOPE) == __MEMORY_SCOPE_WRKGRP ? __gpurace_fence_block(ORDER)                                                \
   : (SCOPE) == __MEMORY_SCOPE_CLUSTR ? __gpurace_fence_cluster(ORDER)                                              \
   : (SCOPE) == __MEMORY_SCOPE_WVFRNT ? __gpurace_fence_warp(ORDER)                                                 \
                                      : (void)0)

#define __GPURACE_SCOPED_LOAD(BUILTIN, P, ORDER, SCOPE)                                                             \
  BUILTIN(__GPURACE_SCOPED(P, SCOPE), ORDER, __MEMORY_SCOPE_SYSTEM)
#define __GPURACE_SCOPED_RMW(BUILTIN, P, V, ORDER, SCOPE)                                                           \
  BUILTIN(__GPURACE_SCOPED(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)

#define __scoped_atomic_load_n(P, ORDER, SCOPE) __GPURACE_SCOPED_LOAD(__scoped_atomic_load_n, P, ORDER, SCOPE)
#define __scoped_atomic_load(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_load, P, V, ORDER, SCOPE)
#define __scoped_atomic_store_n(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_store_n, P, V, ORDER, SCOPE)
#define __scoped_atomic_store(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_store, P, V, ORDER, SCOPE)
#define __scoped_atomic_exchange_n(P, V, ORDER, SCOPE)                                                              \
  __GPURACE_SCOPED_RMW(__scoped_atomic_exchange_n, P, V, ORDER, SCOPE)
#define __scoped_atomic_exchange(P, V, OLD, ORDER, SCOPE)                                                           \
  __scoped_atomic_exchange(__GPURACE_SCOPED(P, SCOPE), V, OLD, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __scoped_atomic_compare_exchange_n(P, E, V, WEAK, ORDER, FAILURE, SCOPE)                                    \
  __scoped_atomic_compare_exchange_n(__GPURACE_SCOPED(P, SCOPE), E, V, WEAK, ORDER, FAILURE, __MEMORY_SCOPE_SYSTEM)
#define __scoped_atomic_compare_exchange(P, E, V, WEAK, ORDER, FAILURE, SCOPE)                                      \
  __scoped_atomic_compare_exchange(__GPURACE_SCOPED(P, SCOPE), E, V, WEAK, ORDER, FAILURE, __MEMORY_SCOPE_SYSTEM)

#define __scoped_atomic_fetch_add(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_add, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_sub(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_sub, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_and(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_and, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_or(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_or, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_xor(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_xor, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_nand(P, V, ORDER, SCOPE)                                                              \
  __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_nand, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_min(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_min, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_max(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_max, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_uinc(P, V, ORDER, SCOPE)                                                              \
  __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_uinc, P, V, ORDER, SCOPE)
#define __scoped_atomic_fetch_udec(P, V, ORDER, SCOPE)                                                              \
  __GPURACE_SCOPED_RMW(__scoped_atomic_fetch_udec, P, V, ORDER, SCOPE)
#define __scoped_atomic_add_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_add_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_sub_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_sub_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_and_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_and_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_or_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_or_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_xor_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_xor_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_nand_fetch(P, V, ORDER, SCOPE)                                                              \
  __GPURACE_SCOPED_RMW(__scoped_atomic_nand_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_min_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_min_fetch, P, V, ORDER, SCOPE)
#define __scoped_atomic_max_fetch(P, V, ORDER, SCOPE) __GPURACE_SCOPED_RMW(__scoped_atomic_max_fetch, P, V, ORDER, SCOPE)

// ---- HIP's, which clang knows in CUDA as well --------------------------------------------------------------------------
// Scopes by the numbers that clang gives them: singlethread 1, wavefront 2, workgroup 3, agent 4, system 5, cluster 6.
#define __GPURACE_HIP_SCOPE(SCOPE)                                                                                  \
  ((SCOPE) == 5   ? __MEMORY_SCOPE_SYSTEM                                                                           \
   : (SCOPE) == 4 ? __MEMORY_SCOPE_DEVICE                                                                           \
   : (SCOPE) == 3 ? __MEMORY_SCOPE_WRKGRP                                                                           \
   : (SCOPE) == 6 ? __MEMORY_SCOPE_CLUSTR                                                                           \
   : (SCOPE) == 2 ? __MEMORY_SCOPE_WVFRNT                                                                           \
                  : __MEMORY_SCOPE_SINGLE)
#define __hip_atomic_load(P, ORDER, SCOPE) __scoped_atomic_load_n(P, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_store(P, V, ORDER, SCOPE) __scoped_atomic_store_n(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_exchange(P, V, ORDER, SCOPE) __scoped_atomic_exchange_n(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_compare_exchange_strong(P, E, V, ORDER, FAILURE, SCOPE)                                        \
  __scoped_atomic_compare_exchange_n(P, E, V, false, ORDER, FAILURE, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_compare_exchange_weak(P, E, V, ORDER, FAILURE, SCOPE)                                          \
  __scoped_atomic_compare_exchange_n(P, E, V, true, ORDER, FAILURE, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_add(P, V, ORDER, SCOPE) __scoped_atomic_fetch_add(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_sub(P, V, ORDER, SCOPE) __scoped_atomic_fetch_sub(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_and(P, V, ORDER, SCOPE) __scoped_atomic_fetch_and(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_or(P, V, ORDER, SCOPE) __scoped_atomic_fetch_or(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_xor(P, V, ORDER, SCOPE) __scoped_atomic_fetch_xor(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_min(P, V, ORDER, SCOPE) __scoped_atomic_fetch_min(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))
#define __hip_atomic_fetch_max(P, V, ORDER, SCOPE) __scoped_atomic_fetch_max(P, V, ORDER, __GPURACE_HIP_SCOPE(SCOPE))

// ---- OpenCL's, which work on `_Atomic` types -----------------------------------------------------------------------------
// Scopes by the numbers of `memory_scope`: work-item 0, work-group 1, device 2, all devices 3, sub-group 4.
#define __GPURACE_OPENCL_SCOPE(SCOPE)                                                                               \
  ((SCOPE) == 3   ? __MEMORY_SCOPE_SYSTEM                                                                           \
   : (SCOPE) == 2 ? __MEMORY_SCOPE_DEVICE                                                                           \
   : (SCOPE) == 1 ? __MEMORY_SCOPE_WRKGRP                                                                           \
   : (SCOPE) == 4 ? __MEMORY_SCOPE_WVFRNT                                                                           \
                  : __MEMORY_SCOPE_SINGLE)
#define __GPURACE_OPENCL_RMW(BUILTIN, P, V, ORDER, SCOPE)                                                           \
  BUILTIN(__GPURACE_SCOPED(P, __GPURACE_OPENCL_SCOPE(SCOPE)), V, ORDER, 3)
#define __opencl_atomic_load(P, ORDER, SCOPE)                                                                       \
  __opencl_atomic_load(__GPURACE_SCOPED(P, __GPURACE_OPENCL_SCOPE(SCOPE)), ORDER, 3)
#define __opencl_atomic_store(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_store, P, V, ORDER, SCOPE)
#define __opencl_atomic_exchange(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_exchange, P, V, ORDER, SCOPE)
#define __opencl_atomic_compare_exchange_strong(P, E, V, ORDER, FAILURE, SCOPE)                                     \
  __opencl_atomic_compare_exchange_strong(                                                                          \
      __GPURACE_SCOPED(P, __GPURACE_OPENCL_SCOPE(SCOPE)), E, V, ORDER, FAILURE, 3)
#define __opencl_atomic_compare_exchange_weak(P, E, V, ORDER, FAILURE, SCOPE)                                       \
  __opencl_atomic_compare_exchange_weak(                                                                            \
      __GPURACE_SCOPED(P, __GPURACE_OPENCL_SCOPE(SCOPE)), E, V, ORDER, FAILURE, 3)
#define __opencl_atomic_fetch_add(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_add, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_sub(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_sub, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_and(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_and, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_or(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_or, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_xor(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_xor, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_min(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_min, P, V, ORDER, SCOPE)
#define __opencl_atomic_fetch_max(P, V, ORDER, SCOPE) __GPURACE_OPENCL_RMW(__opencl_atomic_fetch_max, P, V, ORDER, SCOPE)
