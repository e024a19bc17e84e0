// Half-precision numbers: arithmetic in float, stored as 16 bits.
#pragma once

struct __half_raw {
  unsigned short x;
};

struct __attribute__((aligned(2))) __half {
  unsigned short bits;
  __half() = default;
  __host__ __device__ __half(float x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(double x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(int x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(unsigned int x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(long x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(unsigned long x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(long long x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(unsigned long long x) : bits(__builtin_bit_cast(unsigned short, static_cast<_Float16>(x))) {}
  __host__ __device__ __half(__half_raw x) : bits(x.x) {}
  __host__ __device__ operator float() const {
    return static_cast<float>(__builtin_bit_cast(_Float16, bits));
  }
  __host__ __device__ operator __half_raw() const {
    __half_raw r = {bits};
    return r;
  }
  __host__ __device__ operator __half_raw() const volatile {
    __half_raw r = {bits};
    return r;
  }
  __host__ __device__ __half &operator=(__half_raw r) {
    bits = r.x;
    return *this;
  }
  __host__ __device__ void operator=(__half_raw r) volatile { bits = r.x; }
};
struct __half2_raw {
  unsigned short x, y;
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(__half a, __half b) : x(a), y(b) {}
  __host__ __device__ __half2(__half2_raw raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  __host__ __device__ operator __half2_raw() const {
    __half2_raw raw = {x.bits, y.bits};
    return raw;
  }
};

// ---- operators ------------------------------------------------------------------------------------------------------------
#define __GPURACE_HALF_OPERATOR(OP)                                                                                 \
  __GPURACE_HD __half operator OP(__half a, __half b) { return __half(static_cast<float>(a) OP static_cast<float>(b)); }               \
  __GPURACE_HD __half &operator OP##=(__half &a, __half b) { return a = a OP b; }                                                  \
  __GPURACE_HD __half2 operator OP(__half2 a, __half2 b) { return __half2(a.x OP b.x, a.y OP b.y); }                                    \
  __GPURACE_HD __half2 &operator OP##=(__half2 &a, __half2 b) { return a = a OP b; }
__GPURACE_HALF_OPERATOR(+)
__GPURACE_HALF_OPERATOR(-)
__GPURACE_HALF_OPERATOR(*)
__GPURACE_HALF_OPERATOR(/)
#undef __GPURACE_HALF_OPERATOR
#define __GPURACE_HALF_COMPARE(OP, NAME)                                                                            \
  __GPURACE_HD bool operator OP(__half a, __half b) { return static_cast<float>(a) OP static_cast<float>(b); }               \
  __GPURACE_HD bool __h##NAME(__half a, __half b) { return a OP b; }
__GPURACE_HALF_COMPARE(==, eq)
__GPURACE_HALF_COMPARE(!=, ne)
__GPURACE_HALF_COMPARE(<, lt)
__GPURACE_HALF_COMPARE(<=, le)
__GPURACE_HALF_COMPARE(>, gt)
__GPURACE_HALF_COMPARE(>=, ge)
#undef __GPURACE_HALF_COMPARE
__GPURACE_HD __half operator-(__half a) { return __half(-static_cast<float>(a)); }

// ---- functions --------------------------------------------------------------------------------------------------------------
__GPURACE_HD __half __hadd(__half a, __half b) { return a + b; }
__GPURACE_HD __half __hsub(__half a, __half b) { return a - b; }
__GPURACE_HD __half __hmul(__half a, __half b) { return a * b; }
__GPURACE_HD __half __hdiv(__half a, __half b) { return a / b; }
// Rounds once: what double loses of the sum is too far off to matter.
__GPURACE_HD __half __hfma(__half a, __half b, __half c) {
  return __half(__builtin_fma(static_cast<double>(static_cast<float>(a)), static_cast<double>(static_cast<float>(b)),
    static_cast<double>(static_cast<float>(c))));
}
__GPURACE_HD __half __hneg(__half a) { return -a; }
__GPURACE_HD __half __habs(__half a) { return __half(__builtin_fabsf(a)); }
__GPURACE_HD __half __hmax(__half a, __half b) { return a > b ? a : b; }
__GPURACE_HD __half __hmin(__half a, __half b) { return a < b ? a : b; }
__GPURACE_HD bool __hisnan(__half a) { return __builtin_isnan(static_cast<float>(a)); }
__GPURACE_HD __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
__GPURACE_HD __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
__GPURACE_HD __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
__GPURACE_HD __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__GPURACE_HD __half __low2half(__half2 a) { return a.x; }
__GPURACE_HD __half __high2half(__half2 a) { return a.y; }
__GPURACE_HD float __low2float(__half2 a) { return a.x; }
__GPURACE_HD float __high2float(__half2 a) { return a.y; }
__GPURACE_HD __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__GPURACE_HD __half2 __half2half2(__half a) { return __half2(a, a); }
__GPURACE_HD __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__GPURACE_HD float __half2float(__half a) { return a; }
__GPURACE_HD __half __float2half(float a) { return __half(a); }
__GPURACE_HD __half __float2half_rn(float a) { return __half(a); }
__GPURACE_HD __half __double2half(double a) { return __half(a); }
__GPURACE_HD __half __int2half_rn(int a) { return __half(a); }
__GPURACE_HD int __half2int_rn(__half a) { return static_cast<int>(__builtin_rintf(a)); }
__GPURACE_HD __half2 __float2half2_rn(float a) { return __half2(a, a); }
__GPURACE_HD __half2 __floats2half2_rn(float a, float b) { return __half2(a, b); }
__GPURACE_HD float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
__GPURACE_HD __half2 __float22half2_rn(float2 a) { return __half2(a.x, a.y); }
__GPURACE_HD __half hsqrt(__half a) { return __half(__builtin_sqrtf(a)); }
__GPURACE_HD __half hexp(__half a) { return __half(__builtin_expf(a)); }
__GPURACE_HD __half hlog(__half a) { return __half(__builtin_logf(a)); }
__GPURACE_HD __half htanh(__half a) { return __half(__builtin_tanhf(a)); }
__GPURACE_HD __half hrcp(__half a) { return __half(1.0f / static_cast<float>(a)); }
#define __GPURACE_SHUFFLE_OF_HALVES(NAME, LANE)                                                                        \
  __GPURACE_D __half NAME(__gpurace::lane_mask mask, __half value, LANE lane, int width = __gpurace::wavefront()) {   \
    __half_raw r = {static_cast<unsigned short>(NAME(mask, static_cast<int>(value.bits), lane, width))};            \
    return r;                                                                                                        \
  }                                                                                                                  \
  __GPURACE_D __half2 NAME(__gpurace::lane_mask mask, __half2 value, LANE lane, int width = __gpurace::wavefront()) { \
    return __builtin_bit_cast(__half2, NAME(mask, __builtin_bit_cast(int, value), lane, width));                       \
  }
__GPURACE_SHUFFLE_OF_HALVES(__shfl_sync, int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_up_sync, unsigned int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_down_sync, unsigned int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_xor_sync, int)
#undef __GPURACE_SHUFFLE_OF_HALVES

// ---- atomics; of two numbers each is added by itself, as the hardware promises no more ------------------------------
__GPURACE_D __half atomicAdd(__half *address, __half value) {
  __half_raw r = {__builtin_bit_cast(unsigned short,
    __scoped_atomic_fetch_add((_Float16 *)address, __builtin_bit_cast(_Float16, value.bits), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE))};
  return r;
}
__GPURACE_D __half2 atomicAdd(__half2 *address, __half2 value) {
  __half x = atomicAdd(&address->x, value.x);
  return __half2(x, atomicAdd(&address->y, value.y));
}
typedef __half __nv_half, nv_half;
typedef __half2 __nv_half2, nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#define __GPURACE_H __half
#define __GPURACE_H2 __half2
#define __GPURACE_HRAW __half_raw
#define __GPURACE_HNAME half
#include <gpurace/half_functions.h>
typedef __half half;
typedef __half2 half2;
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
