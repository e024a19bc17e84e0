// Atomic functions: relaxed read-modify-writes in a scope. The name without suffix has device scope, `_block` the
// block, `_system` everything. Each becomes one `atomicrmw` or `cmpxchg` with a scope (gpurace/scoped_atomics.h).
#pragma once

#define __GPURACE_RMW(NAME, OPERATION, T)                                                                           \
  __GPURACE_RMW_IN(atomic##NAME, OPERATION, T, DEVICE)                                                              \
  __GPURACE_RMW_IN(atomic##NAME##_block, OPERATION, T, WRKGRP)                                                      \
  __GPURACE_RMW_IN(atomic##NAME##_system, OPERATION, T, SYSTEM)
#define __GPURACE_RMW_IN(NAME, OPERATION, T, SCOPE)                                                                 \
  __GPURACE_D T NAME(T *address, T value) {                                                                         \
    return __scoped_atomic_##OPERATION(address, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_##SCOPE);                   \
  }

#define __GPURACE_CAS(T)                                                                                            \
  __GPURACE_CAS_IN(T, atomicCAS, DEVICE)                                                                            \
  __GPURACE_CAS_IN(T, atomicCAS_block, WRKGRP)                                                                      \
  __GPURACE_CAS_IN(T, atomicCAS_system, SYSTEM)
#define __GPURACE_CAS_IN(T, NAME, SCOPE)                                                                            \
  __GPURACE_D T NAME(T *address, T compare, T value) {                                                              \
    __scoped_atomic_compare_exchange_n(                                                                             \
        address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_##SCOPE);               \
    return compare;                                                                                                 \
  }

// ---- arithmetic ---------------------------------------------------------------------------------------------------------
__GPURACE_RMW(Add, fetch_add, int)
__GPURACE_RMW(Add, fetch_add, unsigned int)
__GPURACE_RMW(Add, fetch_add, unsigned long)
__GPURACE_RMW(Add, fetch_add, unsigned long long)
__GPURACE_RMW(Add, fetch_add, float)
__GPURACE_RMW(Add, fetch_add, double)
__GPURACE_RMW(Sub, fetch_sub, int)
__GPURACE_RMW(Sub, fetch_sub, unsigned int)

__GPURACE_RMW(Min, fetch_min, int)
__GPURACE_RMW(Min, fetch_min, unsigned int)
__GPURACE_RMW(Min, fetch_min, long long)
__GPURACE_RMW(Min, fetch_min, unsigned long)
__GPURACE_RMW(Min, fetch_min, unsigned long long)
__GPURACE_RMW(Max, fetch_max, int)
__GPURACE_RMW(Max, fetch_max, unsigned int)
__GPURACE_RMW(Max, fetch_max, long long)
__GPURACE_RMW(Max, fetch_max, unsigned long)
__GPURACE_RMW(Max, fetch_max, unsigned long long)

__GPURACE_RMW(Inc, fetch_uinc, unsigned int)
__GPURACE_RMW(Dec, fetch_udec, unsigned int)

// ---- bits ---------------------------------------------------------------------------------------------------------------
__GPURACE_RMW(And, fetch_and, int)
__GPURACE_RMW(And, fetch_and, unsigned int)
__GPURACE_RMW(And, fetch_and, unsigned long)
__GPURACE_RMW(And, fetch_and, unsigned long long)
__GPURACE_RMW(Or, fetch_or, int)
__GPURACE_RMW(Or, fetch_or, unsigned int)
__GPURACE_RMW(Or, fetch_or, unsigned long)
__GPURACE_RMW(Or, fetch_or, unsigned long long)
__GPURACE_RMW(Xor, fetch_xor, int)
__GPURACE_RMW(Xor, fetch_xor, unsigned int)
__GPURACE_RMW(Xor, fetch_xor, unsigned long)
__GPURACE_RMW(Xor, fetch_xor, unsigned long long)

// ---- exchange -----------------------------------------------------------------------------------------------------------
__GPURACE_RMW(Exch, exchange_n, int)
__GPURACE_RMW(Exch, exchange_n, unsigned int)
__GPURACE_RMW(Exch, exchange_n, unsigned long)
__GPURACE_RMW(Exch, exchange_n, unsigned long long)

// A float is exchanged as the bits it is made of.
#define __GPURACE_EXCHANGE_FLOAT(NAME)                                                                              \
  __GPURACE_D float NAME(float *address, float value) {                                                             \
    return __builtin_bit_cast(float, NAME(reinterpret_cast<int *>(address), __builtin_bit_cast(int, value)));       \
  }
__GPURACE_EXCHANGE_FLOAT(atomicExch)
__GPURACE_EXCHANGE_FLOAT(atomicExch_block)
__GPURACE_EXCHANGE_FLOAT(atomicExch_system)

// ---- compare and swap -----------------------------------------------------------------------------------------------------
__GPURACE_CAS(unsigned short)
__GPURACE_CAS(int)
__GPURACE_CAS(unsigned int)
__GPURACE_CAS(unsigned long)
__GPURACE_CAS(unsigned long long)

// ---- sixteen bytes ------------------------------------------------------------------------------------------------------------
// Two halves, each exchanged by itself: whoever sees both sees more than can happen, and nobody sees less. What a half holds
// after a comparison depends on the other one, so nothing is known of it: else a comparison that fails could look like a lock.
#define __GPURACE_WIDE(SUFFIX)                                                                                      \
  __GPURACE_D void __u128AtomicExch##SUFFIX(void *address, void *value, void *old) {                                \
    for (int i = 0; i < 2; i++) {                                                                                   \
      unsigned long long *half = static_cast<unsigned long long *>(address) + i;                                    \
      static_cast<unsigned long long *>(old)[i] =                                                                   \
          atomicExch##SUFFIX(half, static_cast<unsigned long long *>(value)[i]);                                    \
    }                                                                                                               \
  }                                                                                                                 \
  __GPURACE_D void __u128AtomicCAS##SUFFIX(void *address, void *, void *, void *old) {                              \
    for (int i = 0; i < 2; i++) {                                                                                   \
      unsigned long long *half = static_cast<unsigned long long *>(address) + i;                                    \
      static_cast<unsigned long long *>(old)[i] =                                                                   \
          atomicExch##SUFFIX(half, static_cast<unsigned long long>(__gpurace_unknown_i64()));                       \
    }                                                                                                               \
  }                                                                                                                 \
  template <class T>                                                                                                \
  __GPURACE_D typename __gpurace::enable_if<sizeof(T) == 16, T>::type atomicExch##SUFFIX(T *address, T value) {     \
    T old;                                                                                                          \
    __u128AtomicExch##SUFFIX(address, &value, &old);                                                                \
    return old;                                                                                                     \
  }                                                                                                                 \
  template <class T>                                                                                                \
  __GPURACE_D typename __gpurace::enable_if<sizeof(T) == 16, T>::type atomicCAS##SUFFIX(                            \
      T *address, T compare, T value) {                                                                             \
    T old;                                                                                                          \
    __u128AtomicCAS##SUFFIX(address, &compare, &value, &old);                                                       \
    return old;                                                                                                     \
  }
__GPURACE_WIDE()
__GPURACE_WIDE(_block)
__GPURACE_WIDE(_system)
