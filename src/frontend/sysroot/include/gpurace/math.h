// Mathematics for host and device. Names that clang knows as library builtins become LLVM intrinsics; the rest stay
// calls of the C names. Every name has its C form (double, and float with `f`) and a float overload.
#pragma once

// ---- one argument -------------------------------------------------------------------------------------------------------
#define __GPURACE_MATH1(NAME)                                                                                       \
  __GPURACE_EXT_HD double NAME(double) noexcept;                                                                    \
  __GPURACE_EXT_HD float NAME##f(float) noexcept;                                                                   \
  __GPURACE_HD float NAME(float x) noexcept { return NAME##f(x); }                                                  \
  template <class T>                                                                                                \
  __GPURACE_HD typename __gpurace::enable_if<__is_integral(T), double>::type NAME(T x) noexcept {                   \
    return NAME(static_cast<double>(x));                                                                            \
  }

// Names only CUDA has.
__GPURACE_MATH1(cospi)
__GPURACE_MATH1(sinpi)
__GPURACE_MATH1(erfcinv)
__GPURACE_MATH1(erfcx)
__GPURACE_MATH1(erfinv)
__GPURACE_MATH1(exp10)
__GPURACE_MATH1(normcdf)
__GPURACE_MATH1(normcdfinv)
__GPURACE_MATH1(rcbrt)
__GPURACE_MATH1(rsqrt)
__GPURACE_EXT_HD double j0(double) noexcept;
__GPURACE_EXT_HD double j1(double) noexcept;
__GPURACE_EXT_HD double y0(double) noexcept;
__GPURACE_EXT_HD double y1(double) noexcept;
__GPURACE_EXT_HD float y0f(float) noexcept;
__GPURACE_EXT_HD float y1f(float) noexcept;
__GPURACE_EXT_HD double jn(int, double) noexcept;
__GPURACE_EXT_HD float jnf(int, float) noexcept;
__GPURACE_EXT_HD double yn(int, double) noexcept;
__GPURACE_EXT_HD float ynf(int, float) noexcept;
__GPURACE_EXT_HD double cyl_bessel_i0(double) noexcept;
__GPURACE_EXT_HD float cyl_bessel_i0f(float) noexcept;
__GPURACE_EXT_HD double cyl_bessel_i1(double) noexcept;
__GPURACE_EXT_HD float cyl_bessel_i1f(float) noexcept;
__GPURACE_EXT_HD float j0f(float) noexcept;
__GPURACE_EXT_HD float j1f(float) noexcept;

// ---- two arguments --------------------------------------------------------------------------------------------------------
#define __GPURACE_MATH2(NAME)                                                                                       \
  __GPURACE_EXT_HD double NAME(double, double) noexcept;                                                            \
  __GPURACE_EXT_HD float NAME##f(float, float) noexcept;                                                            \
  __GPURACE_HD float NAME(float x, float y) noexcept { return NAME##f(x, y); }                                      \
  template <class T, class U>                                                                                       \
  __GPURACE_HD typename __gpurace::enable_if<__is_arithmetic(T) && __is_arithmetic(U), double>::type NAME(          \
      T x, U y) noexcept {                                                                                          \
    return NAME(static_cast<double>(x), static_cast<double>(y));                                                    \
  }
#include <gpurace/math_names.h>
__GPURACE_MATH2(rhypot)

// ---- other shapes -----------------------------------------------------------------------------------------------------------
__GPURACE_EXT_HD double fma(double, double, double) noexcept;
__GPURACE_EXT_HD float fmaf(float, float, float) noexcept;
__GPURACE_HD float fma(float x, float y, float z) noexcept { return fmaf(x, y, z); }
__GPURACE_EXT_HD double ldexp(double, int) noexcept;
__GPURACE_EXT_HD float ldexpf(float, int) noexcept;
__GPURACE_HD float ldexp(float x, int e) noexcept { return ldexpf(x, e); }
__GPURACE_EXT_HD double scalbn(double, int) noexcept;
__GPURACE_EXT_HD float scalbnf(float, int) noexcept;
__GPURACE_EXT_HD double nan(const char *) noexcept;
__GPURACE_EXT_HD float nanf(const char *) noexcept;
__GPURACE_EXT_HD long lrint(double) noexcept;
__GPURACE_EXT_HD long lrintf(float) noexcept;
__GPURACE_EXT_HD long long llrint(double) noexcept;
__GPURACE_EXT_HD long long llrintf(float) noexcept;
__GPURACE_EXT_HD long lround(double) noexcept;
__GPURACE_EXT_HD long lroundf(float) noexcept;
__GPURACE_EXT_HD long long llround(double) noexcept;
__GPURACE_EXT_HD long long llroundf(float) noexcept;
__GPURACE_EXT_HD int ilogb(double) noexcept;
__GPURACE_EXT_HD int ilogbf(float) noexcept;
__GPURACE_EXT_HD double norm3d(double, double, double) noexcept;
__GPURACE_EXT_HD float norm3df(float, float, float) noexcept;
__GPURACE_EXT_HD double rnorm3d(double, double, double) noexcept;
__GPURACE_EXT_HD float rnorm3df(float, float, float) noexcept;
__GPURACE_EXT_HD float fdividef(float, float) noexcept;
__GPURACE_HD double fdivide(double x, double y) {
  return x / y;
}
__GPURACE_HD float fdivide(float x, float y) {
  return fdividef(x, y);
}
__GPURACE_HD double scalbln(double x, long e) {
  return scalbn(x, static_cast<int>(e < -100000 ? -100000 : e > 100000 ? 100000 : e));
}
__GPURACE_HD float scalblnf(float x, long e) {
  return scalbnf(x, static_cast<int>(e < -100000 ? -100000 : e > 100000 ? 100000 : e));
}
__GPURACE_HD double norm4d(double a, double b, double c, double d) {
  return hypot(norm3d(a, b, c), d);
}
__GPURACE_HD float norm4df(float a, float b, float c, float d) {
  return hypotf(norm3df(a, b, c), d);
}
__GPURACE_HD double rnorm4d(double a, double b, double c, double d) {
  return rhypot(norm3d(a, b, c), d);
}
__GPURACE_HD float rnorm4df(float a, float b, float c, float d) {
  return rhypotf(norm3df(a, b, c), d);
}
// These read memory, number by number. A program may have functions of its own with these names, which are preferred: none of
// their parameters is converted.
namespace __gpurace {
struct count_of_numbers {
  int value;
  __host__ __device__ count_of_numbers(int n) : value(n) {}
};
}  // namespace __gpurace
__GPURACE_HD double norm(__gpurace::count_of_numbers n, const double *x) {
  double length = 0;
  for (int i = 0; i < n.value; i++) length = hypot(length, x[i]);
  return length;
}
__GPURACE_HD float normf(__gpurace::count_of_numbers n, const float *x) {
  float length = 0;
  for (int i = 0; i < n.value; i++) length = hypotf(length, x[i]);
  return length;
}
__GPURACE_HD double rnorm(__gpurace::count_of_numbers n, const double *x) {
  return 1 / norm(n, x);
}
__GPURACE_HD float rnormf(__gpurace::count_of_numbers n, const float *x) {
  return 1 / normf(n, x);
}

// Results that go through pointers: the stores are written out.
__GPURACE_HD double frexp(double x, int *exponent) noexcept {
  unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  int power = static_cast<int>(bits >> 52) & 0x7ff, moved = 0;
  *exponent = 0;
  if (power == 0x7ff || bits << 1 == 0) return x;
  if (power == 0) {
    bits = __builtin_bit_cast(unsigned long long, x * 0x1p64);
    power = static_cast<int>(bits >> 52) & 0x7ff;
    moved = 64;
  }
  *exponent = power - moved - 1022;
  return __builtin_bit_cast(double, (bits & ~(0x7ffull << 52)) | 1022ull << 52);
}
__GPURACE_HD float frexpf(float x, int *exponent) noexcept { return static_cast<float>(frexp(static_cast<double>(x), exponent)); }
__GPURACE_HD float frexp(float x, int *exponent) noexcept { return frexpf(x, exponent); }
__GPURACE_HD double modf(double x, double *whole) noexcept {
  *whole = trunc(x);
  return x - *whole;
}
__GPURACE_HD float modff(float x, float *whole) noexcept {
  *whole = truncf(x);
  return x - *whole;
}
__GPURACE_HD float modf(float x, float *whole) noexcept { return modff(x, whole); }
// Of the quotient only some bits are told.
__GPURACE_HD double remquo(double x, double y, int *quotient) noexcept {
  *quotient = static_cast<int>(__gpurace_unknown_i32());
  return remainder(x, y);
}
__GPURACE_HD float remquof(float x, float y, int *quotient) noexcept {
  *quotient = static_cast<int>(__gpurace_unknown_i32());
  return remainderf(x, y);
}
__GPURACE_HD float remquo(float x, float y, int *quotient) noexcept { return remquof(x, y, quotient); }
__GPURACE_HD void sincos(double x, double *s, double *c) noexcept {
  *s = sin(x);
  *c = cos(x);
}
__GPURACE_HD void sincosf(float x, float *s, float *c) noexcept {
  *s = sinf(x);
  *c = cosf(x);
}
__GPURACE_HD void sincos(float x, float *s, float *c) noexcept { sincosf(x, s, c); }
__GPURACE_HD void sincospi(double x, double *s, double *c) noexcept {
  *s = sinpi(x);
  *c = cospi(x);
}
__GPURACE_HD void sincospif(float x, float *s, float *c) noexcept {
  *s = sinpif(x);
  *c = cospif(x);
}

// ---- classes of numbers -------------------------------------------------------------------------------------------------------
template <class T>
__GPURACE_HD constexpr typename __gpurace::enable_if<__is_arithmetic(T), bool>::type isnan(T x) {
  return __builtin_isnan(static_cast<double>(x));
}
template <class T>
__GPURACE_HD constexpr typename __gpurace::enable_if<__is_arithmetic(T), bool>::type isinf(T x) {
  return __builtin_isinf(static_cast<double>(x));
}
template <class T>
__GPURACE_HD constexpr typename __gpurace::enable_if<__is_arithmetic(T), bool>::type isfinite(T x) {
  return __builtin_isfinite(static_cast<double>(x));
}
template <class T>
__GPURACE_HD constexpr typename __gpurace::enable_if<__is_arithmetic(T), bool>::type signbit(T x) {
  return __builtin_signbit(static_cast<double>(x));
}
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
template <class T>
__GPURACE_HD constexpr typename __gpurace::enable_if<__is_arithmetic(T), int>::type fpclassify(T x) {
  return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);
}

// ---- absolute value, least and greatest -----------------------------------------------------------------------------------------
__GPURACE_EXT_HD int abs(int) noexcept;
__GPURACE_EXT_HD long labs(long) noexcept;
__GPURACE_EXT_HD long long llabs(long long) noexcept;
__GPURACE_HD long abs(long x) noexcept { return __builtin_labs(x); }
__GPURACE_HD long long abs(long long x) noexcept { return __builtin_llabs(x); }
__GPURACE_HD float abs(float x) noexcept { return __builtin_fabsf(x); }
__GPURACE_HD double abs(double x) noexcept { return __builtin_fabs(x); }

#define __GPURACE_LEAST(T)                                                                                          \
  __GPURACE_HD constexpr T min(T a, T b) { return __builtin_elementwise_min(a, b); }                                \
  __GPURACE_HD constexpr T max(T a, T b) { return __builtin_elementwise_max(a, b); }
__GPURACE_LEAST(int)
__GPURACE_LEAST(unsigned int)
__GPURACE_LEAST(long)
__GPURACE_LEAST(unsigned long)
__GPURACE_LEAST(long long)
__GPURACE_LEAST(unsigned long long)
#define __GPURACE_LEAST_MIXED(T, A, B)                                                                              \
  __GPURACE_HD constexpr T min(A a, B b) { return min(static_cast<T>(a), static_cast<T>(b)); }                      \
  __GPURACE_HD constexpr T max(A a, B b) { return max(static_cast<T>(a), static_cast<T>(b)); }                      \
  __GPURACE_HD constexpr T min(B a, A b) { return min(static_cast<T>(a), static_cast<T>(b)); }                      \
  __GPURACE_HD constexpr T max(B a, A b) { return max(static_cast<T>(a), static_cast<T>(b)); }
__GPURACE_LEAST_MIXED(unsigned int, int, unsigned int)
__GPURACE_LEAST_MIXED(unsigned long, long, unsigned long)
__GPURACE_LEAST_MIXED(unsigned long long, long long, unsigned long long)
__GPURACE_HD float min(float a, float b) { return __builtin_fminf(a, b); }
__GPURACE_HD float max(float a, float b) { return __builtin_fmaxf(a, b); }
__GPURACE_HD double min(double a, double b) { return __builtin_fmin(a, b); }
__GPURACE_HD double max(double a, double b) { return __builtin_fmax(a, b); }
__GPURACE_HD double min(float a, double b) { return __builtin_fmin(a, b); }
__GPURACE_HD double max(float a, double b) { return __builtin_fmax(a, b); }
__GPURACE_HD double min(double a, float b) { return __builtin_fmin(a, b); }
__GPURACE_HD double max(double a, float b) { return __builtin_fmax(a, b); }
__GPURACE_HD int umin(unsigned int a, unsigned int b) { return min(a, b); }
__GPURACE_HD int umax(unsigned int a, unsigned int b) { return max(a, b); }
__GPURACE_HD long long llmin(long long a, long long b) { return min(a, b); }
__GPURACE_HD long long llmax(long long a, long long b) { return max(a, b); }
__GPURACE_HD unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
__GPURACE_HD unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// ---- constants --------------------------------------------------------------------------------------------------------------------
#include <gpurace/math_values.h>
