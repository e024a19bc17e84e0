// Integer names that are there without an include, and the type traits our own headers need.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef unsigned char u_char;
typedef unsigned int u_int;
typedef long ssize_t;
typedef long off_t;

#ifndef NULL
#define NULL __null
#endif

namespace __gpurace {

template <bool Condition, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  typedef T type;
};

template <class A, class B>
struct same {
  static constexpr bool value = false;
};
template <class A>
struct same<A, A> {
  static constexpr bool value = true;
};

template <class T>
struct remove_cv {
  typedef T type;
};
template <class T>
struct remove_cv<const T> {
  typedef T type;
};
template <class T>
struct remove_cv<volatile T> {
  typedef T type;
};
template <class T>
struct remove_cv<const volatile T> {
  typedef T type;
};

}  // namespace __gpurace

// ---- values the analysis knows nothing about -------------------------------------------------------------------------
#ifdef __cplusplus
// Memory for an object, in which nothing is made.
template <class T>
struct alignas(T) __gpurace_raw {
  unsigned char bytes[sizeof(T)];
};

// Bytes that a pointer to void is moved by, as nvcc counts them: `p + n` is written `p + __gpurace_bytes{} + n`, and so are
// the other ways of it (`stand-ins.ts`).
struct __gpurace_bytes {
  long long count;
};
template <class P, int SIGN>
struct __gpurace_moved {
  P *from;
};
#define __GPURACE_BYTES_HD __host__ __device__ __forceinline__
template <class P>
__GPURACE_BYTES_HD __gpurace_moved<P, 1> operator+(P *p, __gpurace_bytes) { return {p}; }
template <class P>
__GPURACE_BYTES_HD __gpurace_moved<P, -1> operator-(P *p, __gpurace_bytes) { return {p}; }
template <class P, int SIGN>
__GPURACE_BYTES_HD P *operator+(__gpurace_moved<P, SIGN> p, long long n) {
  return reinterpret_cast<P *>(reinterpret_cast<char *>(const_cast<void *>(static_cast<const volatile void *>(p.from))) + SIGN * n);
}
template <class P>
__GPURACE_BYTES_HD long long operator+(__gpurace_moved<P, -1> p, const volatile void *q) {
  return reinterpret_cast<const volatile char *>(p.from) - reinterpret_cast<const volatile char *>(q);
}
__GPURACE_BYTES_HD __gpurace_bytes operator+(long long n, __gpurace_bytes) { return {n}; }
__GPURACE_BYTES_HD __gpurace_bytes operator+(__gpurace_bytes, long long n) { return {n}; }
template <class P>
__GPURACE_BYTES_HD P *operator+(__gpurace_bytes n, P *p) { return p + __gpurace_bytes{} + n.count; }
template <class P>
__GPURACE_BYTES_HD P *&operator+=(P *&p, __gpurace_bytes n) { return p = p + __gpurace_bytes{} + n.count; }
template <class P>
__GPURACE_BYTES_HD P *&operator-=(P *&p, __gpurace_bytes n) { return p = p - __gpurace_bytes{} + n.count; }
#undef __GPURACE_BYTES_HD
#endif
__GPURACE_EXT_HD int __gpurace_unknown_i32(void);
__GPURACE_EXT_HD long long __gpurace_unknown_i64(void);
__GPURACE_EXT_HD float __gpurace_unknown_f32(void);
__GPURACE_EXT_HD double __gpurace_unknown_f64(void);

namespace __gpurace {

// An arbitrary value of a scalar type; `vectors.h` adds the vector types.
template <class T>
struct unknown {
  static __host__ __device__ T value() { return static_cast<T>(__gpurace_unknown_i64()); }
};
template <>
struct unknown<float> {
  static __host__ __device__ float value() { return __gpurace_unknown_f32(); }
};
template <>
struct unknown<double> {
  static __host__ __device__ double value() { return __gpurace_unknown_f64(); }
};
template <class T>
struct unknown<T *> {
  static __host__ __device__ T *value() { return reinterpret_cast<T *>(__gpurace_unknown_i64()); }
};

}  // namespace __gpurace

// What a library function of the host returns that our headers only name. It works for types without linkage (local
// structures, lambdas), for which a function template that is declared only would be an error.
extern "C" __host__ __device__ void __gpurace_unknown_bytes(void *to, size_t n);
namespace __gpurace {

template <class R>
struct anything {
  static __host__ __device__ R value() {
    alignas(R) unsigned char bytes[sizeof(R)];
    __gpurace_unknown_bytes(bytes, sizeof(R));
    return static_cast<R &&>(*reinterpret_cast<R *>(bytes));
  }
};
template <class T>
struct anything<T &> {
  static __host__ __device__ T &value() { return *reinterpret_cast<T *>(__gpurace_unknown_i64()); }
};
template <class T>
struct anything<T *> {
  static __host__ __device__ T *value() { return reinterpret_cast<T *>(__gpurace_unknown_i64()); }
};
template <>
struct anything<void> {
  static __host__ __device__ void value() { __gpurace_unknown_i32(); }
};

}  // namespace __gpurace

// ---- placement new is visible in device code without <new> ----------------------------------------------------------
__host__ __device__ inline void *operator new(size_t, void *place) noexcept { return place; }
__host__ __device__ inline void *operator new[](size_t, void *place) noexcept { return place; }
__device__ void *operator new(size_t);
__device__ void *operator new[](size_t);
__device__ void operator delete(void *) noexcept;
__device__ void operator delete[](void *) noexcept;
__device__ void operator delete(void *, size_t) noexcept;
__device__ void operator delete[](void *, size_t) noexcept;
