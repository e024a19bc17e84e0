// Loads and stores with a cache hint (plain accesses here), bit and integer intrinsics, fast maths, conversions.
#pragma once

// ---- loads and stores ---------------------------------------------------------------------------------------------------
#define __GPURACE_LOAD(NAME)                                                                                        \
  template <class T>                                                                                                \
  __GPURACE_D T NAME(const T *address) {                                                                            \
    return *address;                                                                                                \
  }
#define __GPURACE_STORE(NAME)                                                                                       \
  template <class T>                                                                                                \
  __GPURACE_D void NAME(T *address, T value) {                                                                      \
    *address = value;                                                                                               \
  }
#ifdef __HIP__
__GPURACE_LOAD(__ldg)
#else
// Goes through a cache for memory that nobody writes while the kernel runs.
__GPURACE_EXT_D void __gpurace_stale_read(const void *address, unsigned long long bytes);
template <class T>
__GPURACE_D T __ldg(const T *address) {
  __gpurace_stale_read(address, sizeof(T));
  return *address;
}
#endif
__GPURACE_LOAD(__ldca)
__GPURACE_LOAD(__ldcg)
__GPURACE_LOAD(__ldcs)
__GPURACE_LOAD(__ldcv)
__GPURACE_LOAD(__ldlu)
__GPURACE_STORE(__stwb)
__GPURACE_STORE(__stcg)
__GPURACE_STORE(__stcs)
__GPURACE_STORE(__stwt)

// ---- bits ---------------------------------------------------------------------------------------------------------------
__GPURACE_D int __popc(unsigned int x) { return __builtin_popcount(x); }
__GPURACE_D int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__GPURACE_D int __clz(int x) { return __builtin_clzg(static_cast<unsigned int>(x), 32); }
__GPURACE_D int __clzll(long long x) { return __builtin_clzg(static_cast<unsigned long long>(x), 64); }
__GPURACE_D int __ffs(int x) { return __builtin_ctzg(static_cast<unsigned int>(x), -1) + 1; }
__GPURACE_D int __ffsll(long long x) { return __builtin_ctzg(static_cast<unsigned long long>(x), -1) + 1; }
__GPURACE_D unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__GPURACE_D unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__GPURACE_D unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int s) { return __nvvm_prmt(a, b, s); }
__GPURACE_D unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  return __nvvm_fns(mask, base, offset);
}
__GPURACE_D unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int n) {
  return static_cast<unsigned int>(((static_cast<unsigned long long>(hi) << 32 | lo) << (n & 31)) >> 32);
}
__GPURACE_D unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int n) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(hi) << 32 | lo) >> (n & 31));
}
// The ones that clamp: a shift of more than 32 is one of 32.
__GPURACE_D unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int n) {
  return n >= 32 ? lo : __funnelshift_l(lo, hi, n);
}
__GPURACE_D unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int n) {
  return n >= 32 ? hi : __funnelshift_r(lo, hi, n);
}

// ---- integers -----------------------------------------------------------------------------------------------------------
// `__mul24` multiplies the low 24 bits; written out so that the analysis sees arithmetic, and takes sizes for numbers that fit.
__GPURACE_D int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__GPURACE_D unsigned int __umul24(unsigned int a, unsigned int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
#define mul24 __mul24
#define umul24 __umul24
__GPURACE_D int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
__GPURACE_D unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) * b) >> 32);
}
__GPURACE_D unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  unsigned long long low = static_cast<unsigned int>(a), other = static_cast<unsigned int>(b);
  unsigned long long middle = (a >> 32) * other + (low * other >> 32);
  unsigned long long cross = low * (b >> 32) + static_cast<unsigned int>(middle);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32);
}
__GPURACE_D long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(__umul64hi(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0));
}
__GPURACE_D unsigned int __sad(int a, int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
__GPURACE_D unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
__GPURACE_D int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
__GPURACE_D int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
__GPURACE_D unsigned int __uhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b) >> 1);
}
__GPURACE_D int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return c;
}
__GPURACE_D unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 32; i += 8) c += ((a >> i) & 255u) * ((b >> i) & 255u);
  return c;
}

__GPURACE_D unsigned int __urhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}
#define __GPURACE_DP2A(NAME, AT)                                                                                    \
  __GPURACE_D int NAME(int a, int b, int c) {                                                                       \
    return c + static_cast<short>(a) * static_cast<signed char>(b >> AT) +                                          \
           static_cast<short>(a >> 16) * static_cast<signed char>(b >> (AT + 8));                                   \
  }                                                                                                                 \
  __GPURACE_D unsigned int NAME(unsigned int a, unsigned int b, unsigned int c) {                                   \
    return c + (a & 0xffffu) * (b >> AT & 255u) + (a >> 16) * (b >> (AT + 8) & 255u);                               \
  }
__GPURACE_DP2A(__dp2a_lo, 0)
__GPURACE_DP2A(__dp2a_hi, 16)

// ---- bits of floats -----------------------------------------------------------------------------------------------------
__GPURACE_D int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__GPURACE_D unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
__GPURACE_D float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__GPURACE_D float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
__GPURACE_D long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__GPURACE_D double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__GPURACE_D int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
__GPURACE_D int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
__GPURACE_D double __hiloint2double(int hi, int lo) {
  return __longlong_as_double(static_cast<long long>(hi) << 32 | static_cast<unsigned int>(lo));
}

// ---- conversions with a rounding mode ---------------------------------------------------------------------------------------
// An integer may become an index, so it is rounded as asked; of a float only the last digit would change.
#define __GPURACE_TO_INTEGER(NAME, FROM, TO, F)                                                                     \
  __GPURACE_D TO NAME##_rn(FROM x) { return static_cast<TO>(__builtin_rint##F(x)); }                                \
  __GPURACE_D TO NAME##_rz(FROM x) { return static_cast<TO>(x); }                                                   \
  __GPURACE_D TO NAME##_ru(FROM x) { return static_cast<TO>(__builtin_ceil##F(x)); }                                \
  __GPURACE_D TO NAME##_rd(FROM x) { return static_cast<TO>(__builtin_floor##F(x)); }
__GPURACE_TO_INTEGER(__float2int, float, int, f)
__GPURACE_TO_INTEGER(__float2uint, float, unsigned int, f)
__GPURACE_TO_INTEGER(__float2ll, float, long long, f)
__GPURACE_TO_INTEGER(__float2ull, float, unsigned long long, f)
__GPURACE_TO_INTEGER(__double2int, double, int, )
__GPURACE_TO_INTEGER(__double2uint, double, unsigned int, )
__GPURACE_TO_INTEGER(__double2ll, double, long long, )
__GPURACE_TO_INTEGER(__double2ull, double, unsigned long long, )
#define __GPURACE_CONVERT(NAME, FROM, TO)                                                                           \
  __GPURACE_D TO NAME##_rn(FROM x) { return static_cast<TO>(x); }                                                   \
  __GPURACE_D TO NAME##_rz(FROM x) { return static_cast<TO>(x); }                                                   \
  __GPURACE_D TO NAME##_ru(FROM x) { return static_cast<TO>(x); }                                                   \
  __GPURACE_D TO NAME##_rd(FROM x) { return static_cast<TO>(x); }
__GPURACE_CONVERT(__int2float, int, float)
__GPURACE_CONVERT(__uint2float, unsigned int, float)
__GPURACE_CONVERT(__ll2float, long long, float)
__GPURACE_CONVERT(__ull2float, unsigned long long, float)
__GPURACE_CONVERT(__double2float, double, float)
__GPURACE_CONVERT(__int2double, int, double)
__GPURACE_CONVERT(__uint2double, unsigned int, double)
__GPURACE_CONVERT(__ll2double, long long, double)
__GPURACE_CONVERT(__ull2double, unsigned long long, double)

// ---- arithmetic with a rounding mode ----------------------------------------------------------------------------------------
#define __GPURACE_ROUNDED(MODE)                                                                                     \
  __GPURACE_D float __fadd_##MODE(float a, float b) { return a + b; }                                               \
  __GPURACE_D float __fsub_##MODE(float a, float b) { return a - b; }                                               \
  __GPURACE_D float __fmul_##MODE(float a, float b) { return a * b; }                                               \
  __GPURACE_D float __fdiv_##MODE(float a, float b) { return a / b; }                                               \
  __GPURACE_D float __frcp_##MODE(float a) { return 1.0f / a; }                                                     \
  __GPURACE_D float __fsqrt_##MODE(float a) { return __builtin_sqrtf(a); }                                          \
  __GPURACE_D float __fmaf_##MODE(float a, float b, float c) { return __builtin_fmaf(a, b, c); }                    \
  __GPURACE_D double __dadd_##MODE(double a, double b) { return a + b; }                                            \
  __GPURACE_D double __dsub_##MODE(double a, double b) { return a - b; }                                            \
  __GPURACE_D double __dmul_##MODE(double a, double b) { return a * b; }                                            \
  __GPURACE_D double __ddiv_##MODE(double a, double b) { return a / b; }                                            \
  __GPURACE_D double __drcp_##MODE(double a) { return 1.0 / a; }                                                    \
  __GPURACE_D double __dsqrt_##MODE(double a) { return __builtin_sqrt(a); }                                         \
  __GPURACE_D double __fma_##MODE(double a, double b, double c) { return __builtin_fma(a, b, c); }
__GPURACE_ROUNDED(rn)
__GPURACE_ROUNDED(rz)
__GPURACE_ROUNDED(ru)
__GPURACE_ROUNDED(rd)
__GPURACE_D float __frsqrt_rn(float a) { return 1.0f / __builtin_sqrtf(a); }

// Whatever the flags of the compiler say of denormal numbers.
#define __GPURACE_IEEE(MODE)                                                                                        \
  __GPURACE_D float __fmaf_ieee_##MODE(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__GPURACE_IEEE(rn)
__GPURACE_IEEE(rz)
__GPURACE_IEEE(ru)
__GPURACE_IEEE(rd)

// ---- fast maths -------------------------------------------------------------------------------------------------------------
__GPURACE_D float __fdividef(float a, float b) { return a / b; }
__GPURACE_D float __sinf(float x) { return __builtin_sinf(x); }
__GPURACE_D float __cosf(float x) { return __builtin_cosf(x); }
__GPURACE_D float __tanf(float x) { return __builtin_tanf(x); }
__GPURACE_D float __expf(float x) { return __builtin_expf(x); }
__GPURACE_D float __exp10f(float x) { return __builtin_exp10f(x); }
__GPURACE_D float __logf(float x) { return __builtin_logf(x); }
__GPURACE_D float __log2f(float x) { return __builtin_log2f(x); }
__GPURACE_D float __log10f(float x) { return __builtin_log10f(x); }
__GPURACE_D float __powf(float x, float y) { return __builtin_powf(x, y); }
__GPURACE_D float __tanhf(float x) { return __builtin_tanhf(x); }
__GPURACE_D float __saturatef(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }
__GPURACE_D void __sincosf(float x, float *s, float *c) {
  *s = __builtin_sinf(x);
  *c = __builtin_cosf(x);
}

// ---- address spaces -----------------------------------------------------------------------------------------------------------
__GPURACE_D unsigned int __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__GPURACE_D unsigned int __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__GPURACE_D unsigned int __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__GPURACE_D unsigned int __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
__GPURACE_D size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(const __attribute__((address_space(3))) char *)p;
}
// Global and constant memory have generic addresses (`src/frontend/ptx/conversions.ts` takes them so too).
__GPURACE_D size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__GPURACE_D size_t __cvta_generic_to_constant(const void *p) { return (size_t)p; }
__GPURACE_D size_t __cvta_generic_to_grid_constant(const void *p) { return (size_t)p; }
__GPURACE_D size_t __cvta_generic_to_local(const void *p) { return (size_t)p; }
__GPURACE_D void *__cvta_shared_to_generic(size_t address) {
  return (void *)(__attribute__((address_space(3))) char *)address;
}
__GPURACE_D void *__cvta_global_to_generic(size_t address) { return (void *)address; }
__GPURACE_D void *__cvta_constant_to_generic(size_t address) { return (void *)address; }
__GPURACE_D void *__cvta_local_to_generic(size_t address) { return (void *)address; }
__GPURACE_D void *__cvta_grid_constant_to_generic(size_t address) { return (void *)address; }
// Where parameters of the kernel lie is not modelled.
__GPURACE_D unsigned int __isGridConstant(const void *) { return __gpurace_unknown_i32() != 0; }

#include <gpurace/lanes.h>
