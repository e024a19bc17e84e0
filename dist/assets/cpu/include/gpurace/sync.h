// Barriers, fences, votes and exchanges of a warp, atomic operations.
#pragma once
#pragma GCC system_header
#include <string.h>

// ---- barriers and fences ------------------------------------------------------------------------------------------------
inline GPURACE_OUT void __syncthreads() { gpurace_barrier(GPURACE_PLAIN, 1, GPURACE_HERE); }
inline GPURACE_OUT int __syncthreads_count(int p) { return gpurace_barrier(GPURACE_COUNT, p != 0, GPURACE_HERE); }
inline GPURACE_OUT int __syncthreads_and(int p) { return gpurace_barrier(GPURACE_AND, p != 0, GPURACE_HERE); }
inline GPURACE_OUT int __syncthreads_or(int p) { return gpurace_barrier(GPURACE_OR, p != 0, GPURACE_HERE); }
inline GPURACE_OUT void __threadfence_block() { gpurace_fence(GPURACE_BLOCK, GPURACE_HERE); }
inline GPURACE_OUT void __threadfence() { gpurace_fence(GPURACE_DEVICE, GPURACE_HERE); }
inline GPURACE_OUT void __threadfence_system() { gpurace_fence(GPURACE_SYSTEM, GPURACE_HERE); }
inline GPURACE_OUT void __syncwarp(unsigned mask = 0xffffffffu) { gpurace_meet(mask, GPURACE_SYNC, 0, 0, GPURACE_HERE); }
inline void __nanosleep(unsigned) { gpurace_turn(); }
inline void __trap() { gpurace_trap(); }
inline void __brkpt() {}
inline void __prof_trigger(int) {}
inline long long clock64() { return gpurace_clock(); }
inline unsigned long long globaltimer() { return static_cast<unsigned long long>(gpurace_clock()); }
#define __assume(x) ((void)0)
#define __builtin_assume_cuda(x) ((void)0)

// Where an address leads.
inline unsigned __isShared(const void *p) { return gpurace_place(p) == 1; }
inline unsigned __isLocal(const void *p) { return gpurace_place(p) == -1; }
inline unsigned __isGlobal(const void *p) { return gpurace_place(p) == 0; }
inline unsigned __isConstant(const void *) { return 0; }
inline size_t __cvta_generic_to_shared(const void *p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_global(const void *p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_local(const void *p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_constant(const void *p) { return reinterpret_cast<size_t>(p); }
inline void *__cvta_shared_to_generic(size_t p) { return reinterpret_cast<void *>(p); }
inline void *__cvta_global_to_generic(size_t p) { return reinterpret_cast<void *>(p); }

// ---- values between lanes -------------------------------------------------------------------------------------------------
namespace gpurace {

template <class T>
inline GPURACE_OUT unsigned long long bits(T value) {
  static_assert(sizeof(T) <= 8, "lanes exchange at most eight bytes");
  unsigned long long all = 0;
  __builtin_memcpy(&all, &value, sizeof value);
  return all;
}
template <class T>
inline GPURACE_OUT T value(unsigned long long all) {
  T one;
  __builtin_memcpy(&one, &all, sizeof one);
  return one;
}

// What the lane `from` has brought, or the own value where there is none.
template <class T>
inline GPURACE_OUT T exchanged(unsigned mask, T own, unsigned from, const void *pc) {
  unsigned long long all[32];
  unsigned there = gpurace_meet(mask, GPURACE_EXCHANGE, bits(own), all, pc);
  return from < 32 && (there >> from & 1) ? value<T>(all[from]) : own;
}

inline unsigned segment(int width) { return gpurace_lane() & ~static_cast<unsigned>(width - 1); }

template <class T>
inline T fromLane(unsigned mask, T v, int lane, int width, const void *pc) {
  return exchanged(mask, v, segment(width) | (static_cast<unsigned>(lane) & static_cast<unsigned>(width - 1)), pc);
}
template <class T>
inline T fromBelow(unsigned mask, T v, unsigned delta, int width, const void *pc) {
  unsigned own = gpurace_lane();
  return exchanged(mask, v, own - segment(width) >= delta ? own - delta : own, pc);
}
template <class T>
inline T fromAbove(unsigned mask, T v, unsigned delta, int width, const void *pc) {
  unsigned own = gpurace_lane();
  return exchanged(mask, v, own - segment(width) + delta < static_cast<unsigned>(width) ? own + delta : own, pc);
}
template <class T>
inline T fromOther(unsigned mask, T v, int lanes, int width, const void *pc) {
  unsigned own = gpurace_lane(), other = own ^ static_cast<unsigned>(lanes);
  return exchanged(mask, v, other < segment(width) + static_cast<unsigned>(width) ? other : own, pc);
}
// The lanes of those that are there for whom it holds; `there` says who was.
inline GPURACE_OUT unsigned votes(unsigned mask, bool holds, unsigned &there, const void *pc) {
  unsigned long long all[32];
  there = gpurace_meet(mask, GPURACE_EXCHANGE, holds, all, pc);
  unsigned yes = 0;
  for (unsigned lane = 0; lane < 32; lane++)
    if ((there >> lane & 1) && all[lane] != 0) yes |= 1u << lane;
  return yes;
}
template <class T, class Op>
inline GPURACE_OUT T reduced(unsigned mask, T own, Op op, const void *pc) {
  unsigned long long all[32];
  unsigned there = gpurace_meet(mask, GPURACE_EXCHANGE, bits(own), all, pc);
  bool isFirst = true;
  T sum = own;
  for (unsigned lane = 0; lane < 32; lane++) {
    if ((there >> lane & 1) == 0) continue;
    sum = isFirst ? value<T>(all[lane]) : op(sum, value<T>(all[lane]));
    isFirst = false;
  }
  return sum;
}

}  // namespace gpurace

template <class T>
GPURACE_OUT T __shfl_sync(unsigned mask, T v, int lane, int width = 32) {
  return gpurace::fromLane(mask, v, lane, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32) {
  return gpurace::fromBelow(mask, v, delta, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32) {
  return gpurace::fromAbove(mask, v, delta, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_xor_sync(unsigned mask, T v, int lanes, int width = 32) {
  return gpurace::fromOther(mask, v, lanes, width, GPURACE_HERE);
}
// The forms without a mask are for the lanes that are there.
template <class T>
GPURACE_OUT T __shfl(T v, int lane, int width = 32) {
  return gpurace::fromLane(0, v, lane, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_up(T v, unsigned delta, int width = 32) {
  return gpurace::fromBelow(0, v, delta, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_down(T v, unsigned delta, int width = 32) {
  return gpurace::fromAbove(0, v, delta, width, GPURACE_HERE);
}
template <class T>
GPURACE_OUT T __shfl_xor(T v, int lanes, int width = 32) {
  return gpurace::fromOther(0, v, lanes, width, GPURACE_HERE);
}
inline GPURACE_OUT unsigned __ballot_sync(unsigned mask, int p) {
  unsigned there;
  return gpurace::votes(mask, p != 0, there, GPURACE_HERE);
}
inline GPURACE_OUT int __any_sync(unsigned mask, int p) {
  unsigned there;
  return gpurace::votes(mask, p != 0, there, GPURACE_HERE) != 0;
}
inline GPURACE_OUT int __all_sync(unsigned mask, int p) {
  unsigned there, yes = gpurace::votes(mask, p != 0, there, GPURACE_HERE);
  return yes == there;
}
inline GPURACE_OUT int __uni_sync(unsigned mask, int p) {
  unsigned there, yes = gpurace::votes(mask, p != 0, there, GPURACE_HERE);
  return yes == there || yes == 0;
}
inline GPURACE_OUT unsigned __ballot(int p) {
  unsigned there;
  return gpurace::votes(0, p != 0, there, GPURACE_HERE);
}
inline GPURACE_OUT int __any(int p) {
  unsigned there;
  return gpurace::votes(0, p != 0, there, GPURACE_HERE) != 0;
}
inline GPURACE_OUT int __all(int p) {
  unsigned there, yes = gpurace::votes(0, p != 0, there, GPURACE_HERE);
  return yes == there;
}
inline GPURACE_OUT unsigned __activemask() { return gpurace_meet(0, GPURACE_GATHER, 0, 0, GPURACE_HERE); }
template <class T>
GPURACE_OUT unsigned __match_any_sync(unsigned mask, T v) {
  unsigned long long all[32], own = gpurace::bits(v);
  unsigned there = gpurace_meet(mask, GPURACE_EXCHANGE, own, all, GPURACE_HERE), same = 0;
  for (unsigned lane = 0; lane < 32; lane++)
    if ((there >> lane & 1) && all[lane] == own) same |= 1u << lane;
  return same;
}
template <class T>
GPURACE_OUT unsigned __match_all_sync(unsigned mask, T v, int *isAll) {
  unsigned long long all[32], own = gpurace::bits(v);
  unsigned there = gpurace_meet(mask, GPURACE_EXCHANGE, own, all, GPURACE_HERE), same = 0;
  for (unsigned lane = 0; lane < 32; lane++)
    if ((there >> lane & 1) && all[lane] == own) same |= 1u << lane;
  *isAll = same == there;
  return same == there ? there : 0;
}
#define GPURACE_REDUCE(NAME, T, EXPRESSION)                                                          \
  inline GPURACE_OUT T __reduce_##NAME##_sync(unsigned mask, T v) {                                  \
    return gpurace::reduced(mask, v, [](T a, T b) { return static_cast<T>(EXPRESSION); }, GPURACE_HERE); \
  }
GPURACE_REDUCE(add, int, a + b)
GPURACE_REDUCE(add, unsigned, a + b)
GPURACE_REDUCE(min, int, a < b ? a : b)
GPURACE_REDUCE(min, unsigned, a < b ? a : b)
GPURACE_REDUCE(max, int, a > b ? a : b)
GPURACE_REDUCE(max, unsigned, a > b ? a : b)
GPURACE_REDUCE(and, unsigned, a & b)
GPURACE_REDUCE(or, unsigned, a | b)
GPURACE_REDUCE(xor, unsigned, a ^ b)

// ---- atomic operations -------------------------------------------------------------------------------------------------------
#define GPURACE_ATOMIC_(NAME, T, EXPRESSION, OP, SCOPE)                \
  inline GPURACE_OUT T NAME(T *address, T value) {                     \
    gpurace_turn();                                                    \
    gpurace_record(address, sizeof(T), OP, SCOPE, GPURACE_HERE);       \
    T old = *address;                                                  \
    *address = static_cast<T>(EXPRESSION);                             \
    return old;                                                        \
  }
#define GPURACE_ATOMIC(NAME, T, EXPRESSION, OP)                        \
  GPURACE_ATOMIC_(NAME, T, EXPRESSION, OP, GPURACE_DEVICE)             \
  GPURACE_ATOMIC_(NAME##_block, T, EXPRESSION, OP, GPURACE_BLOCK)      \
  GPURACE_ATOMIC_(NAME##_system, T, EXPRESSION, OP, GPURACE_SYSTEM)
#define GPURACE_INTEGERS(NAME, EXPRESSION)                             \
  GPURACE_ATOMIC(NAME, int, EXPRESSION, GPURACE_UPDATE)             \
  GPURACE_ATOMIC(NAME, unsigned, EXPRESSION, GPURACE_UPDATE)        \
  GPURACE_ATOMIC(NAME, unsigned long long, EXPRESSION, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicAdd, int, static_cast<unsigned>(old) + static_cast<unsigned>(value), GPURACE_UPDATE)
GPURACE_ATOMIC(atomicAdd, unsigned, old + value, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicAdd, unsigned long long, old + value, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicAdd, float, old + value, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicAdd, double, old + value, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicSub, int, static_cast<unsigned>(old) - static_cast<unsigned>(value), GPURACE_UPDATE)
GPURACE_ATOMIC(atomicSub, unsigned, old - value, GPURACE_UPDATE)
GPURACE_INTEGERS(atomicMin, old < value ? old : value)
GPURACE_INTEGERS(atomicMax, old > value ? old : value)
GPURACE_ATOMIC(atomicMin, long long, old < value ? old : value, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicMax, long long, old > value ? old : value, GPURACE_UPDATE)
GPURACE_INTEGERS(atomicAnd, old &value)
GPURACE_INTEGERS(atomicOr, old | value)
GPURACE_INTEGERS(atomicXor, old ^ value)
GPURACE_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1, GPURACE_UPDATE)
GPURACE_ATOMIC(atomicExch, int, value, GPURACE_SWAP)
GPURACE_ATOMIC(atomicExch, unsigned, value, GPURACE_SWAP)
GPURACE_ATOMIC(atomicExch, unsigned long long, value, GPURACE_SWAP)
GPURACE_ATOMIC(atomicExch, float, value, GPURACE_SWAP)
#define GPURACE_CAS_(NAME, T, SCOPE)                                                                   \
  inline GPURACE_OUT T NAME(T *address, T expected, T value) {                                         \
    gpurace_turn();                                                                                    \
    T old = *address;                                                                                  \
    if (old == expected) *address = value;                                                             \
    gpurace_record(address, sizeof(T), GPURACE_CAS, old == expected ? SCOPE : SCOPE | GPURACE_FAILED, GPURACE_HERE); \
    return old;                                                                                        \
  }
#define GPURACE_COMPARE(T)                                \
  GPURACE_CAS_(atomicCAS, T, GPURACE_DEVICE)              \
  GPURACE_CAS_(atomicCAS_block, T, GPURACE_BLOCK)         \
  GPURACE_CAS_(atomicCAS_system, T, GPURACE_SYSTEM)
GPURACE_COMPARE(int)
GPURACE_COMPARE(unsigned)
GPURACE_COMPARE(unsigned long long)
GPURACE_COMPARE(unsigned short)

// ---- loads and stores with a hint -----------------------------------------------------------------------------------------------
#define GPURACE_LOAD(NAME)                                                        \
  template <class T>                                                              \
  GPURACE_OUT T NAME(const T *address) {                                          \
    gpurace_record(address, sizeof(T), GPURACE_READ, 0, GPURACE_HERE);            \
    return *address;                                                              \
  }
#define GPURACE_STORE(NAME)                                                       \
  template <class T>                                                              \
  GPURACE_OUT void NAME(T *address, T value) {                                    \
    gpurace_record(address, sizeof(T), GPURACE_WRITE, 0, GPURACE_HERE);           \
    *address = value;                                                             \
  }
GPURACE_LOAD(__ldg)
GPURACE_LOAD(__ldca)
GPURACE_LOAD(__ldcg)
GPURACE_LOAD(__ldcs)
GPURACE_LOAD(__ldcv)
GPURACE_LOAD(__ldlu)
GPURACE_STORE(__stwb)
GPURACE_STORE(__stcg)
GPURACE_STORE(__stcs)
GPURACE_STORE(__stwt)
