// What CUDA has beyond the mathematics of the C library: least and greatest, bits, fast and rounded arithmetic.
#pragma once
#pragma GCC system_header
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- least and greatest ------------------------------------------------------------------------------------------------------
#define GPURACE_LEAST(T)                                                                 \
  static inline constexpr T min(T a, T b) { return b < a ? b : a; }                      \
  static inline constexpr T max(T a, T b) { return a < b ? b : a; }
GPURACE_LEAST(int)
GPURACE_LEAST(unsigned int)
GPURACE_LEAST(long)
GPURACE_LEAST(unsigned long)
GPURACE_LEAST(long long)
GPURACE_LEAST(unsigned long long)
#define GPURACE_LEAST_MIXED(T, A, B)                                                     \
  static inline constexpr T min(A a, B b) { return min(static_cast<T>(a), static_cast<T>(b)); } \
  static inline constexpr T max(A a, B b) { return max(static_cast<T>(a), static_cast<T>(b)); } \
  static inline constexpr T min(B a, A b) { return min(static_cast<T>(a), static_cast<T>(b)); } \
  static inline constexpr T max(B a, A b) { return max(static_cast<T>(a), static_cast<T>(b)); }
GPURACE_LEAST_MIXED(unsigned int, int, unsigned int)
GPURACE_LEAST_MIXED(unsigned long, long, unsigned long)
GPURACE_LEAST_MIXED(unsigned long long, long long, unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin(a, b); }
static inline double max(float a, double b) { return fmax(a, b); }
static inline double min(double a, float b) { return fmin(a, b); }
static inline double max(double a, float b) { return fmax(a, b); }
static inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
static inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
static inline long long llmin(long long a, long long b) { return min(a, b); }
static inline long long llmax(long long a, long long b) { return max(a, b); }

// Names of these are the C library's, too, here or there.
#define rsqrtf gpurace_rsqrtf
#define rsqrt gpurace_rsqrt
#define rcbrtf gpurace_rcbrtf
#define rcbrt gpurace_rcbrt
#define fdividef gpurace_fdividef
#define sinpi gpurace_sinpi
#define cospi gpurace_cospi
#define sinpif gpurace_sinpif
#define cospif gpurace_cospif
#define normcdf gpurace_normcdf
#define normcdff gpurace_normcdff
#define norm3d gpurace_norm3d
#define norm3df gpurace_norm3df
#define rnorm3d gpurace_rnorm3d
#define rnorm3df gpurace_rnorm3df
#define rhypot gpurace_rhypot
#define rhypotf gpurace_rhypotf
#define __sinf gpurace_sinf_fast
#define __cosf gpurace_cosf_fast
#define __tanf gpurace_tanf_fast
#define __expf gpurace_expf_fast
#define __exp10f gpurace_exp10f_fast
#define __logf gpurace_logf_fast
#define __log2f gpurace_log2f_fast
#define __log10f gpurace_log10f_fast
#define __powf gpurace_powf_fast
#define __sincosf gpurace_sincosf_fast
#define __tanhf gpurace_tanhf_fast
#define sincospi gpurace_sincospi
#define sincospif gpurace_sincospif
#define norm4df gpurace_norm4df
#define rnorm4df gpurace_rnorm4df
#define normcdfinv gpurace_normcdfinv
#define normcdfinvf gpurace_normcdfinvf
#define erfinv gpurace_erfinv
#define erfinvf gpurace_erfinvf
#define erfcinv gpurace_erfcinv
#define erfcinvf gpurace_erfcinvf
#define erfcx gpurace_erfcx
#define erfcxf gpurace_erfcxf

// ---- functions ---------------------------------------------------------------------------------------------------------------
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline float rsqrt(float x) { return rsqrtf(x); }
static inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
static inline double rcbrt(double x) { return 1.0 / cbrt(x); }
static inline float fdividef(float a, float b) { return a / b; }
static inline double sinpi(double x) { return sin(x * 3.14159265358979323846); }
static inline double cospi(double x) { return cos(x * 3.14159265358979323846); }
static inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
static inline float cospif(float x) { return static_cast<float>(cospi(x)); }
static inline double normcdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
static inline float normcdff(float x) { return static_cast<float>(normcdf(x)); }
static inline double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
static inline float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
static inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
static inline float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
static inline double rhypot(double a, double b) { return 1.0 / hypot(a, b); }
static inline float rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }

static inline float norm4df(float a, float b, float c, float d) { return sqrtf(a * a + b * b + c * c + d * d); }
static inline float rnorm4df(float a, float b, float c, float d) { return 1.0f / norm4df(a, b, c, d); }
static inline void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
static inline void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
// By halves: erfc falls, and is 2 at -6 and 0 at 28 as far as double tells.
static inline double erfcinv(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
  double low = -6, high = 28;
  for (int i = 0; i < 200 && low < high; i++) {
    double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    if (erfc(middle) > y) low = middle;
    else high = middle;
  }
  return low;
}
static inline double erfinv(double y) { return y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y); }
static inline double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }
static inline float erfcinvf(float y) { return static_cast<float>(erfcinv(y)); }
static inline float erfinvf(float y) { return static_cast<float>(erfinv(y)); }
static inline float normcdfinvf(float p) { return static_cast<float>(normcdfinv(p)); }
static inline double erfcx(double x) { return exp(x * x) * erfc(x); }
static inline float erfcxf(float x) { return static_cast<float>(erfcx(x)); }
static inline float __tanhf(float x) { return tanhf(x); }
static inline float __sinf(float x) { return sinf(x); }
static inline float __cosf(float x) { return cosf(x); }
static inline float __tanf(float x) { return tanf(x); }
static inline float __expf(float x) { return expf(x); }
static inline float __exp10f(float x) { return powf(10.0f, x); }
static inline float __logf(float x) { return logf(x); }
static inline float __log2f(float x) { return log2f(x); }
static inline float __log10f(float x) { return log10f(x); }
static inline float __powf(float a, float b) { return powf(a, b); }
static inline float __fdividef(float a, float b) { return a / b; }
static inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
static inline float saturate(float x) { return __saturatef(x); }
static inline void __sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}

// Other roundings than to the nearest are computed as that one.
#define GPURACE_ROUNDED(MODE)                                                              \
  static inline float __fadd_##MODE(float a, float b) { return a + b; }                    \
  static inline float __fsub_##MODE(float a, float b) { return a - b; }                    \
  static inline float __fmul_##MODE(float a, float b) { return a * b; }                    \
  static inline float __fdiv_##MODE(float a, float b) { return a / b; }                    \
  static inline float __frcp_##MODE(float a) { return 1.0f / a; }                          \
  static inline float __fsqrt_##MODE(float a) { return sqrtf(a); }                         \
  static inline float __fmaf_##MODE(float a, float b, float c) { return fmaf(a, b, c); }   \
  static inline double __dadd_##MODE(double a, double b) { return a + b; }                 \
  static inline double __dsub_##MODE(double a, double b) { return a - b; }                 \
  static inline double __dmul_##MODE(double a, double b) { return a * b; }                 \
  static inline double __ddiv_##MODE(double a, double b) { return a / b; }                 \
  static inline double __drcp_##MODE(double a) { return 1.0 / a; }                         \
  static inline double __dsqrt_##MODE(double a) { return sqrt(a); }                        \
  static inline double __fma_##MODE(double a, double b, double c) { return fma(a, b, c); } \
  static inline float __double2float_##MODE(double a) { return static_cast<float>(a); }    \
  static inline float __int2float_##MODE(int a) { return static_cast<float>(a); }          \
  static inline float __uint2float_##MODE(unsigned a) { return static_cast<float>(a); }    \
  static inline float __ll2float_##MODE(long long a) { return static_cast<float>(a); }     \
  static inline float __ull2float_##MODE(unsigned long long a) { return static_cast<float>(a); }  \
  static inline double __ll2double_##MODE(long long a) { return static_cast<double>(a); }  \
  static inline double __ull2double_##MODE(unsigned long long a) { return static_cast<double>(a); }
GPURACE_ROUNDED(rn)
GPURACE_ROUNDED(rz)
GPURACE_ROUNDED(ru)
GPURACE_ROUNDED(rd)
static inline float __frsqrt_rn(float a) { return 1.0f / sqrtf(a); }
static inline double __int2double_rn(int a) { return a; }
static inline double __uint2double_rn(unsigned a) { return a; }
#define GPURACE_CONVERTED(MODE, ROUND)                                                                      \
  static inline int __float2int_##MODE(float a) { return static_cast<int>(ROUND(a)); }                      \
  static inline unsigned __float2uint_##MODE(float a) { return static_cast<unsigned>(ROUND(a)); }           \
  static inline long long __float2ll_##MODE(float a) { return static_cast<long long>(ROUND(a)); }           \
  static inline unsigned long long __float2ull_##MODE(float a) { return static_cast<unsigned long long>(ROUND(a)); } \
  static inline int __double2int_##MODE(double a) { return static_cast<int>(ROUND(a)); }                    \
  static inline unsigned __double2uint_##MODE(double a) { return static_cast<unsigned>(ROUND(a)); }         \
  static inline long long __double2ll_##MODE(double a) { return static_cast<long long>(ROUND(a)); }         \
  static inline unsigned long long __double2ull_##MODE(double a) { return static_cast<unsigned long long>(ROUND(a)); }
GPURACE_CONVERTED(rn, rint)
GPURACE_CONVERTED(rz, trunc)
GPURACE_CONVERTED(ru, ceil)
GPURACE_CONVERTED(rd, floor)

// ---- bits --------------------------------------------------------------------------------------------------------------------
namespace gpurace {
template <class To, class From>
inline To cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "of one size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace gpurace
static inline int __float_as_int(float x) { return gpurace::cast<int>(x); }
static inline unsigned __float_as_uint(float x) { return gpurace::cast<unsigned>(x); }
static inline float __int_as_float(int x) { return gpurace::cast<float>(x); }
static inline float __uint_as_float(unsigned x) { return gpurace::cast<float>(x); }
static inline long long __double_as_longlong(double x) { return gpurace::cast<long long>(x); }
static inline double __longlong_as_double(long long x) { return gpurace::cast<double>(x); }
static inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
static inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
static inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low)));
}
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) {
  unsigned y = 0;
  for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (31 - i);
  return y;
}
static inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long all = static_cast<unsigned long long>(y) << 32 | x;
  unsigned to = 0;
  for (int i = 0; i < 4; i++) to |= static_cast<unsigned>(all >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
  return to;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (n & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (n & 31));
}
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned n) { return n >= 32 ? low : __funnelshift_l(low, high, n); }
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned n) { return n >= 32 ? high : __funnelshift_r(low, high, n); }
// The place of the n-th bit that is set, counted from `base`, upwards or downwards; all ones: there is none.
static inline unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
  int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) && --left == 0) return static_cast<unsigned>(at);
  return 0xffffffffu;
}
static inline int __mul24(int a, int b) { return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) * static_cast<unsigned>(b << 8 >> 8)); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static inline int mul24(int a, int b) { return __mul24(a, b); }
static inline unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }
static inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32); }
__extension__ typedef __int128 gpurace_int128;
__extension__ typedef unsigned __int128 gpurace_uint128;
static inline long long __mul64hi(long long a, long long b) { return static_cast<long long>(static_cast<gpurace_int128>(a) * b >> 64); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<gpurace_uint128>(a) * b >> 64);
}
static inline unsigned __sad(int a, int b, unsigned c) { return static_cast<unsigned>(a < b ? b - a : a - b) + c; }
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
static inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
static inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
static inline unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1); }
static inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; i++) c += static_cast<signed char>(a >> 8 * i) * static_cast<signed char>(b >> 8 * i);
  return c;
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 4; i++) c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
  return c;
}
static inline int __dp2a_lo(int a, int b, int c) {
  return c + static_cast<short>(a) * static_cast<signed char>(b) + static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
}
static inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
static inline unsigned __urhadd(unsigned a, unsigned b) { return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1); }

// ---- parts of a word, each by itself -----------------------------------------------------------------------------------------
namespace gpurace {
template <class T, class F>
inline unsigned parts(unsigned a, unsigned b, F f) {
  const int bits = 8 * static_cast<int>(sizeof(T)), all = bits == 8 ? 0xff : 0xffff;
  unsigned to = 0;
  for (int at = 0; at < 32; at += bits) to |= (static_cast<unsigned>(f(static_cast<T>(a >> at), static_cast<T>(b >> at))) & static_cast<unsigned>(all)) << at;
  return to;
}
}  // namespace gpurace
#define GPURACE_PARTS(SIGNED, UNSIGNED, COUNT)                                                                              \
  static inline unsigned __vadd##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x + y; }); } \
  static inline unsigned __vsub##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x - y; }); } \
  static inline unsigned __vmins##COUNT(unsigned a, unsigned b) { return gpurace::parts<SIGNED>(a, b, [](int x, int y) { return x < y ? x : y; }); } \
  static inline unsigned __vmaxs##COUNT(unsigned a, unsigned b) { return gpurace::parts<SIGNED>(a, b, [](int x, int y) { return x > y ? x : y; }); } \
  static inline unsigned __vminu##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x < y ? x : y; }); } \
  static inline unsigned __vmaxu##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x > y ? x : y; }); } \
  static inline unsigned __vabsdiffu##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x < y ? y - x : x - y; }); } \
  static inline unsigned __vcmpeq##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x == y ? -1 : 0; }); } \
  static inline unsigned __vcmpgtu##COUNT(unsigned a, unsigned b) { return gpurace::parts<UNSIGNED>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); } \
  static inline unsigned __vcmpgts##COUNT(unsigned a, unsigned b) { return gpurace::parts<SIGNED>(a, b, [](int x, int y) { return x > y ? -1 : 0; }); }
GPURACE_PARTS(signed char, unsigned char, 4)
GPURACE_PARTS(short, unsigned short, 2)
