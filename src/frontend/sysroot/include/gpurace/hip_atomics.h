// Atomics that HIP has beside CUDA's (gpurace/atomics.h). Clang's `__hip_atomic_…` stand in gpurace/scoped_atomics.h.
#pragma once

// Other names: those that may use the hardware's own instruction.
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
