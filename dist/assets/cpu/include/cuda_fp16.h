// Half-precision numbers: arithmetic in float, stored as 16 bits.
#pragma once
#pragma GCC system_header
#include <math.h>

namespace gpurace {

// Rounds to the nearest, ties to even.
inline unsigned short toHalf(double x) {
  unsigned short sign = signbit(x) ? 0x8000 : 0;
  double size = fabs(x);
  if (!(size <= size)) return 0x7fff;
  if (size == 0) return sign;
  if (size >= 65520.0) return static_cast<unsigned short>(sign | 0x7c00);
  int power = 0;
  frexp(size, &power);
  // The last place of a number of this size; below 2^-14 all have the same.
  int place = power < -13 ? -24 : power - 11;
  unsigned units = static_cast<unsigned>(nearbyint(ldexp(size, -place)));
  if (power < -13) return static_cast<unsigned short>(sign | units);
  return static_cast<unsigned short>(sign | (((power + 14) << 10) + (units - 1024)));
}
inline float fromHalf(unsigned short bits) {
  int power = bits >> 10 & 31, rest = bits & 1023;
  float size = power == 31 ? (rest ? NAN : INFINITY) : power == 0 ? ldexpf(static_cast<float>(rest), -24) : ldexpf(static_cast<float>(rest + 1024), power - 25);
  return bits & 0x8000 ? -size : size;
}

}  // namespace gpurace

struct __half_raw {
  unsigned short x;
};

struct __attribute__((aligned(2))) __half {
  unsigned short bits;
  __half() = default;
  __half(float x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(double x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(int x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(unsigned int x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(long x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(unsigned long x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(long long x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(unsigned long long x) : bits(gpurace::toHalf(static_cast<double>(x))) {}
  __half(__half_raw x) : bits(x.x) {}
  operator float() const {
    return gpurace::fromHalf(bits);
  }
  operator __half_raw() const {
    __half_raw r = {bits};
    return r;
  }
  operator __half_raw() const volatile {
    __half_raw r = {bits};
    return r;
  }
  __half &operator=(__half_raw r) {
    bits = r.x;
    return *this;
  }
  void operator=(__half_raw r) volatile { bits = r.x; }
};
struct __half2_raw {
  unsigned short x, y;
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __half2(__half a, __half b) : x(a), y(b) {}
  __half2(__half2_raw raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  operator __half2_raw() const {
    __half2_raw raw = {x.bits, y.bits};
    return raw;
  }
};

#define GPURACE_H __half
#define GPURACE_H2 __half2
#include <gpurace/half_functions.h>
#undef GPURACE_H
#undef GPURACE_H2


// ---- conversions ------------------------------------------------------------------------------------------------------------
static inline __half __low2half(__half2 a) { return a.x; }
static inline __half __high2half(__half2 a) { return a.y; }
static inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
static inline __half2 __half2half2(__half a) { return __half2(a, a); }
static inline __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
static inline __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
static inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
static inline float __half2float(__half a) { return a; }
static inline __half __float2half(float a) { return __half(a); }
static inline __half __float2half_rn(float a) { return __half(a); }
static inline __half __double2half(double a) { return __half(a); }
static inline __half __int2half_rn(int a) { return __half(a); }
static inline __half __uint2half_rn(unsigned a) { return __half(a); }
static inline __half __short2half_rn(short a) { return __half(static_cast<int>(a)); }
static inline __half __ushort2half_rn(unsigned short a) { return __half(static_cast<int>(a)); }
static inline int __half2int_rn(__half a) { return static_cast<int>(__builtin_rintf(a)); }
static inline int __half2int_rz(__half a) { return static_cast<int>(static_cast<float>(a)); }
static inline unsigned __half2uint_rn(__half a) { return static_cast<unsigned>(__builtin_rintf(a)); }
static inline short __half_as_short(__half a) { return static_cast<short>(a.bits); }
static inline unsigned short __half_as_ushort(__half a) { return a.bits; }
static inline __half __ushort_as_half(unsigned short a) {
  __half_raw r = {a};
  return r;
}
static inline __half __short_as_half(short a) { return __ushort_as_half(static_cast<unsigned short>(a)); }
static inline __half2 __float2half2_rn(float a) { return __half2(a, a); }
static inline __half2 __floats2half2_rn(float a, float b) { return __half2(a, b); }
static inline float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
static inline __half2 __float22half2_rn(float2 a) { return __half2(a.x, a.y); }
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
