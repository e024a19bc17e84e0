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
  __half(__half_raw x) : bits(x.x) {}
  operator float() const {
    return gpurace::fromHalf(bits);
  }
  operator __half_raw() const {
    __half_raw r = {bits};
    return r;
  }
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __half2(__half a, __half b) : x(a), y(b) {}
};

// ---- operators ------------------------------------------------------------------------------------------------------------
#define __GPURACE_HALF_OPERATOR(OP)                                                                                 \
  static inline __half operator OP(__half a, __half b) { return __half(static_cast<float>(a) OP static_cast<float>(b)); }               \
  static inline __half &operator OP##=(__half &a, __half b) { return a = a OP b; }                                                  \
  static inline __half2 operator OP(__half2 a, __half2 b) { return __half2(a.x OP b.x, a.y OP b.y); }                                    \
  static inline __half2 &operator OP##=(__half2 &a, __half2 b) { return a = a OP b; }
__GPURACE_HALF_OPERATOR(+)
__GPURACE_HALF_OPERATOR(-)
__GPURACE_HALF_OPERATOR(*)
__GPURACE_HALF_OPERATOR(/)
#undef __GPURACE_HALF_OPERATOR
#define __GPURACE_HALF_COMPARE(OP, NAME)                                                                            \
  static inline bool operator OP(__half a, __half b) { return static_cast<float>(a) OP static_cast<float>(b); }               \
  static inline bool __h##NAME(__half a, __half b) { return a OP b; }
__GPURACE_HALF_COMPARE(==, eq)
__GPURACE_HALF_COMPARE(!=, ne)
__GPURACE_HALF_COMPARE(<, lt)
__GPURACE_HALF_COMPARE(<=, le)
__GPURACE_HALF_COMPARE(>, gt)
__GPURACE_HALF_COMPARE(>=, ge)
#undef __GPURACE_HALF_COMPARE
static inline __half operator-(__half a) { return __half(-static_cast<float>(a)); }

// ---- functions --------------------------------------------------------------------------------------------------------------
static inline __half __hadd(__half a, __half b) { return a + b; }
static inline __half __hsub(__half a, __half b) { return a - b; }
static inline __half __hmul(__half a, __half b) { return a * b; }
static inline __half __hdiv(__half a, __half b) { return a / b; }
// Rounds once: what double loses of the sum is too far off to matter.
static inline __half __hfma(__half a, __half b, __half c) {
  return __half(__builtin_fma(static_cast<double>(static_cast<float>(a)), static_cast<double>(static_cast<float>(b)),
    static_cast<double>(static_cast<float>(c))));
}
static inline __half __hneg(__half a) { return -a; }
static inline __half __habs(__half a) { return __half(__builtin_fabsf(a)); }
static inline __half __hmax(__half a, __half b) { return a > b ? a : b; }
static inline __half __hmin(__half a, __half b) { return a < b ? a : b; }
static inline bool __hisnan(__half a) { return __builtin_isnan(static_cast<float>(a)); }
static inline __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
static inline __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
static inline __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
static inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
static inline __half __low2half(__half2 a) { return a.x; }
static inline __half __high2half(__half2 a) { return a.y; }
static inline float __low2float(__half2 a) { return a.x; }
static inline float __high2float(__half2 a) { return a.y; }
static inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
static inline __half2 __half2half2(__half a) { return __half2(a, a); }
static inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
static inline float __half2float(__half a) { return a; }
static inline __half __float2half(float a) { return __half(a); }
static inline __half __float2half_rn(float a) { return __half(a); }
static inline __half __double2half(double a) { return __half(a); }
static inline __half __int2half_rn(int a) { return __half(a); }
static inline int __half2int_rn(__half a) { return static_cast<int>(__builtin_rintf(a)); }
static inline __half2 __float2half2_rn(float a) { return __half2(a, a); }
static inline __half2 __floats2half2_rn(float a, float b) { return __half2(a, b); }
static inline float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
static inline __half2 __float22half2_rn(float2 a) { return __half2(a.x, a.y); }
static inline __half hsqrt(__half a) { return __half(__builtin_sqrtf(a)); }
static inline __half hexp(__half a) { return __half(__builtin_expf(a)); }
static inline __half hlog(__half a) { return __half(__builtin_logf(a)); }
static inline __half htanh(__half a) { return __half(__builtin_tanhf(a)); }
static inline __half hrcp(__half a) { return __half(1.0f / static_cast<float>(a)); }

// ---- atomic operations; of two numbers each is added by itself ----------------------------------------------------------
inline GPURACE_OUT __half atomicAdd(__half *address, __half value) {
  gpurace_turn();
  gpurace_record(address, sizeof(__half), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  __half old = *address;
  *address = old + value;
  return old;
}
inline GPURACE_OUT __half2 atomicAdd(__half2 *address, __half2 value) {
  gpurace_turn();
  gpurace_record(&address->x, sizeof(__half), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  gpurace_record(&address->y, sizeof(__half), GPURACE_UPDATE, GPURACE_DEVICE, GPURACE_HERE);
  __half2 old = *address;
  *address = old + value;
  return old;
}
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
