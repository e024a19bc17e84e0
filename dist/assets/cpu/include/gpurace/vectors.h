// Short vectors: char1 … double4, their make_ functions, and dim3.
#pragma once
#pragma GCC system_header
#include <stddef.h>

#define GPURACE_VECTOR(NAME, T, A2, A4)                                  \
  struct NAME##1 {                                                       \
    T x;                                                                 \
  };                                                                     \
  struct __attribute__((aligned(A2))) NAME##2 {                          \
    T x, y;                                                              \
  };                                                                     \
  struct NAME##3 {                                                       \
    T x, y, z;                                                           \
  };                                                                     \
  struct __attribute__((aligned(A4))) NAME##4 {                          \
    T x, y, z, w;                                                        \
  };                                                                     \
  static inline constexpr NAME##1 make_##NAME##1(T x) {                  \
    return NAME##1{x};                                                   \
  }                                                                      \
  static inline constexpr NAME##2 make_##NAME##2(T x, T y) {             \
    return NAME##2{x, y};                                                \
  }                                                                      \
  static inline constexpr NAME##3 make_##NAME##3(T x, T y, T z) {        \
    return NAME##3{x, y, z};                                             \
  }                                                                      \
  static inline constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) {   \
    return NAME##4{x, y, z, w};                                          \
  }

GPURACE_VECTOR(char, signed char, 2, 4)
GPURACE_VECTOR(uchar, unsigned char, 2, 4)
GPURACE_VECTOR(short, short, 4, 8)
GPURACE_VECTOR(ushort, unsigned short, 4, 8)
GPURACE_VECTOR(int, int, 8, 16)
GPURACE_VECTOR(uint, unsigned int, 8, 16)
GPURACE_VECTOR(long, long, 16, 16)
GPURACE_VECTOR(ulong, unsigned long, 16, 16)
GPURACE_VECTOR(longlong, long long, 16, 16)
GPURACE_VECTOR(ulonglong, unsigned long long, 16, 16)
GPURACE_VECTOR(float, float, 8, 16)
GPURACE_VECTOR(double, double, 16, 16)

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

// The type of blockDim and gridDim: plain, so that the compiler takes the variables for constants and tells of no access.
struct gpurace_extent {
  unsigned int x, y, z;
  operator dim3() const { return dim3(x, y, z); }
  operator uint3() const { return make_uint3(x, y, z); }
#ifdef GPURACE_RUNTIME
  void set(dim3 v) {
    x = v.x;
    y = v.y;
    z = v.z;
  }
#endif
};
