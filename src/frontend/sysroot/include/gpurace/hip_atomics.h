// Atomics that HIP has beside CUDA's: those that may use the hardware's own instruction, and clang's `__hip_atomic_…` with
// an order and a scope. Like CUDA's they mark the address with the scope (gpurace/atomics.h).
#pragma once

// ---- other names ------------------------------------------------------------------------------------------------------------
#define __GPURACE_SAME_ATOMIC(NAME, OF, T)                                                                          \
  __GPURACE_D T NAME(T *address, T value) { return OF(address, value); }
__GPURACE_SAME_ATOMIC(unsafeAtomicAdd, atomicAdd, float)
__GPURACE_SAME_ATOMIC(unsafeAtomicAdd, atomicAdd, double)
__GPURACE_SAME_ATOMIC(safeAtomicAdd, atomicAdd, float)
__GPURACE_SAME_ATOMIC(safeAtomicAdd, atomicAdd, double)
__GPURACE_SAME_ATOMIC(atomicAddNoRet, atomicAdd, float)
#undef __GPURACE_SAME_ATOMIC

// Minimum and maximum of floating-point numbers.
#define __GPURACE_FLOAT_EXTREMES(T)                                                                                 \
  __GPURACE_RMW(Min, fetch_min, T)                                                                                  \
  __GPURACE_RMW(Max, fetch_max, T)                                                                                  \
  __GPURACE_D T unsafeAtomicMin(T *address, T value) { return atomicMin(address, value); }                          \
  __GPURACE_D T unsafeAtomicMax(T *address, T value) { return atomicMax(address, value); }                          \
  __GPURACE_D T safeAtomicMin(T *address, T value) { return atomicMin(address, value); }                            \
  __GPURACE_D T safeAtomicMax(T *address, T value) { return atomicMax(address, value); }
__GPURACE_FLOAT_EXTREMES(float)
__GPURACE_FLOAT_EXTREMES(double)
#undef __GPURACE_FLOAT_EXTREMES
__GPURACE_RMW(Sub, fetch_sub, unsigned long)
__GPURACE_RMW(Sub, fetch_sub, unsigned long long)
__GPURACE_RMW(Sub, fetch_sub, float)
__GPURACE_RMW(Sub, fetch_sub, double)

// ---- with an order and a scope ------------------------------------------------------------------------------------------------
// Atomic for a wavefront or one thread only: gpurace has no such scope, and does not know the function.
__GPURACE_EXT_HD volatile void *__gpurace_scope_wavefront(const volatile void *address);

// The scope is a constant, so clang emits one call and no branch: the mark stands at the operation itself.
#define __GPURACE_AT(P, SCOPE)                                                                                      \
  ((__typeof__(P))((SCOPE) == __HIP_MEMORY_SCOPE_SYSTEM      ? __gpurace_scope_system(P)                            \
                   : (SCOPE) == __HIP_MEMORY_SCOPE_AGENT     ? __gpurace_scope_device(P)                            \
                   : (SCOPE) == __HIP_MEMORY_SCOPE_WORKGROUP ? __gpurace_scope_block(P)                             \
                                                             : __gpurace_scope_wavefront(P)))
#define __hip_atomic_load(P, ORDER, SCOPE) __scoped_atomic_load_n(__GPURACE_AT(P, SCOPE), ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_store(P, V, ORDER, SCOPE)                                                                      \
  __scoped_atomic_store_n(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_exchange(P, V, ORDER, SCOPE)                                                                   \
  __scoped_atomic_exchange_n(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_compare_exchange_strong(P, E, V, ORDER, FAILURE, SCOPE)                                        \
  __scoped_atomic_compare_exchange_n(__GPURACE_AT(P, SCOPE), E, V, false, ORDER, FAILURE, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_compare_exchange_weak(P, E, V, ORDER, FAILURE, SCOPE)                                          \
  __scoped_atomic_compare_exchange_n(__GPURACE_AT(P, SCOPE), E, V, false, ORDER, FAILURE, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_add(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_add(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_sub(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_sub(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_and(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_and(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_or(P, V, ORDER, SCOPE)                                                                   \
  __scoped_atomic_fetch_or(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_xor(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_xor(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_min(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_min(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
#define __hip_atomic_fetch_max(P, V, ORDER, SCOPE)                                                                  \
  __scoped_atomic_fetch_max(__GPURACE_AT(P, SCOPE), V, ORDER, __MEMORY_SCOPE_SYSTEM)
