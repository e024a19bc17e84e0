// bfloat16: the upper half of a float, rounded to the nearest.
#pragma once
#pragma GCC system_header
#include <math.h>

namespace gpurace {

// A double becomes a float that is odd where digits were lost, so that it is rounded once.
inline unsigned short toBfloat(double x) {
  float near = static_cast<float>(x);
  unsigned bits;
  if (near != near) return 0x7fff;
  __builtin_memcpy(&bits, &near, sizeof bits);
  double lost = x - static_cast<double>(near);
  if (lost == lost && lost != 0 && (bits & 1) == 0) bits += (lost < 0) == (x > 0) ? -1u : 1u;
  return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline float fromBfloat(unsigned short bits) {
  unsigned wide = static_cast<unsigned>(bits) << 16;
  float x;
  __builtin_memcpy(&x, &wide, sizeof x);
  return x;
}

}  // namespace gpurace

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __nv_bfloat16(float x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(double x) : bits(gpurace::toBfloat(x)) {}
  __nv_bfloat16(int x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(unsigned int x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(long x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(unsigned long x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(long long x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(unsigned long long x) : bits(gpurace::toBfloat(static_cast<double>(x))) {}
  __nv_bfloat16(__nv_bfloat16_raw x) : bits(x.x) {}
  operator float() const {
    return gpurace::fromBfloat(bits);
  }
  operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw r = {bits};
    return r;
  }
  operator __nv_bfloat16_raw() const volatile {
    __nv_bfloat16_raw r = {bits};
    return r;
  }
  __nv_bfloat16 &operator=(__nv_bfloat16_raw r) {
    bits = r.x;
    return *this;
  }
  void operator=(__nv_bfloat16_raw r) volatile { bits = r.x; }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
  __nv_bfloat162(__nv_bfloat162_raw raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw = {x.bits, y.bits};
    return raw;
  }
};

#define GPURACE_H __nv_bfloat16
#define GPURACE_H2 __nv_bfloat162
#include <gpurace/half_functions.h>
#undef GPURACE_H
#undef GPURACE_H2

// ---- conversions ------------------------------------------------------------------------------------------------------------
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
static inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
static inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
static inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
static inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
static inline float __bfloat162float(__nv_bfloat16 a) { return a; }
static inline __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
static inline __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
static inline __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
static inline __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }
static inline __nv_bfloat16 __uint2bfloat16_rn(unsigned a) { return __nv_bfloat16(a); }
static inline int __bfloat162int_rn(__nv_bfloat16 a) { return static_cast<int>(__builtin_rintf(a)); }
static inline int __bfloat162int_rz(__nv_bfloat16 a) { return static_cast<int>(static_cast<float>(a)); }
static inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
static inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  __nv_bfloat16_raw r = {a};
  return r;
}
static inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(a, a); }
static inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(a, b); }
static inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(a.x, a.y); }
static inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(a.x, a.y); }
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
