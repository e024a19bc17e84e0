// bfloat16 numbers: arithmetic in float, stored as 16 bits.
#pragma once

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(double x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(int x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(unsigned int x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(long x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(unsigned long x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(long long x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(unsigned long long x) : bits(__builtin_bit_cast(unsigned short, static_cast<__bf16>(x))) {}
  __host__ __device__ __nv_bfloat16(__nv_bfloat16_raw x) : bits(x.x) {}
  __host__ __device__ operator float() const {
    return __builtin_bit_cast(float, static_cast<unsigned int>(bits) << 16);
  }
  __host__ __device__ operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw r = {bits};
    return r;
  }
  __host__ __device__ operator __nv_bfloat16_raw() const volatile {
    __nv_bfloat16_raw r = {bits};
    return r;
  }
  __host__ __device__ __nv_bfloat16 &operator=(__nv_bfloat16_raw r) {
    bits = r.x;
    return *this;
  }
  __host__ __device__ void operator=(__nv_bfloat16_raw r) volatile { bits = r.x; }
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(__nv_bfloat162_raw raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
  __host__ __device__ operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw = {x.bits, y.bits};
    return raw;
  }
};

// ---- operators ------------------------------------------------------------------------------------------------------------
#define __GPURACE_HALF_OPERATOR(OP)                                                                                 \
  __GPURACE_HD __nv_bfloat16 operator OP(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(static_cast<float>(a) OP static_cast<float>(b)); }               \
  __GPURACE_HD __nv_bfloat16 &operator OP##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = a OP b; }                                                  \
  __GPURACE_HD __nv_bfloat162 operator OP(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x OP b.x, a.y OP b.y); }                                    \
  __GPURACE_HD __nv_bfloat162 &operator OP##=(__nv_bfloat162 &a, __nv_bfloat162 b) { return a = a OP b; }
__GPURACE_HALF_OPERATOR(+)
__GPURACE_HALF_OPERATOR(-)
__GPURACE_HALF_OPERATOR(*)
__GPURACE_HALF_OPERATOR(/)
#undef __GPURACE_HALF_OPERATOR
#define __GPURACE_HALF_COMPARE(OP, NAME)                                                                            \
  __GPURACE_HD bool operator OP(__nv_bfloat16 a, __nv_bfloat16 b) { return static_cast<float>(a) OP static_cast<float>(b); }               \
  __GPURACE_HD bool __h##NAME(__nv_bfloat16 a, __nv_bfloat16 b) { return a OP b; }
__GPURACE_HALF_COMPARE(==, eq)
__GPURACE_HALF_COMPARE(!=, ne)
__GPURACE_HALF_COMPARE(<, lt)
__GPURACE_HALF_COMPARE(<=, le)
__GPURACE_HALF_COMPARE(>, gt)
__GPURACE_HALF_COMPARE(>=, ge)
#undef __GPURACE_HALF_COMPARE
__GPURACE_HD __nv_bfloat16 operator-(__nv_bfloat16 a) { return __nv_bfloat16(-static_cast<float>(a)); }

// ---- functions --------------------------------------------------------------------------------------------------------------
__GPURACE_HD __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
__GPURACE_HD __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
__GPURACE_HD __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
__GPURACE_HD __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
// Rounds once: the product is exact in double, and where the sum is not, its last bit is made odd, which tells the rounding
// to bfloat on which side it lies.
__GPURACE_HD __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  double product = static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b));
  double other = static_cast<float>(c), sum = product + other, part = sum - product;
  double lost = (product - (sum - part)) + (other - part);
  long long bits = __builtin_bit_cast(long long, sum);
  if (lost == lost && lost != 0 && !(bits & 1)) bits += (lost < 0) == (sum > 0) ? -1 : 1;
  return __nv_bfloat16(__builtin_bit_cast(double, bits));
}
__GPURACE_HD __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
__GPURACE_HD __nv_bfloat16 __habs(__nv_bfloat16 a) { return __nv_bfloat16(__builtin_fabsf(a)); }
__GPURACE_HD __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b ? a : b; }
__GPURACE_HD __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b ? a : b; }
__GPURACE_HD bool __hisnan(__nv_bfloat16 a) { return __builtin_isnan(static_cast<float>(a)); }
__GPURACE_HD __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }
__GPURACE_HD __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }
__GPURACE_HD __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }
__GPURACE_HD __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__GPURACE_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__GPURACE_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__GPURACE_HD float __low2float(__nv_bfloat162 a) { return a.x; }
__GPURACE_HD float __high2float(__nv_bfloat162 a) { return a.y; }
__GPURACE_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__GPURACE_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__GPURACE_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__GPURACE_HD float __bfloat162float(__nv_bfloat16 a) { return a; }
__GPURACE_HD __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
__GPURACE_HD __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
__GPURACE_HD __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
__GPURACE_HD __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }
__GPURACE_HD int __bfloat162int_rn(__nv_bfloat16 a) { return static_cast<int>(__builtin_rintf(a)); }
__GPURACE_HD __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(a, a); }
__GPURACE_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(a, b); }
__GPURACE_HD float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(a.x, a.y); }
__GPURACE_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(a.x, a.y); }
__GPURACE_HD __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(__builtin_sqrtf(a)); }
__GPURACE_HD __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(__builtin_expf(a)); }
__GPURACE_HD __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(__builtin_logf(a)); }
__GPURACE_HD __nv_bfloat16 htanh(__nv_bfloat16 a) { return __nv_bfloat16(__builtin_tanhf(a)); }
__GPURACE_HD __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / static_cast<float>(a)); }
#define __GPURACE_SHUFFLE_OF_HALVES(NAME, LANE)                                                                        \
  __GPURACE_D __nv_bfloat16 NAME(__gpurace::lane_mask mask, __nv_bfloat16 value, LANE lane, int width = __gpurace::wavefront()) {   \
    __nv_bfloat16_raw r = {static_cast<unsigned short>(NAME(mask, static_cast<int>(value.bits), lane, width))};            \
    return r;                                                                                                        \
  }                                                                                                                  \
  __GPURACE_D __nv_bfloat162 NAME(__gpurace::lane_mask mask, __nv_bfloat162 value, LANE lane, int width = __gpurace::wavefront()) { \
    return __builtin_bit_cast(__nv_bfloat162, NAME(mask, __builtin_bit_cast(int, value), lane, width));                       \
  }
__GPURACE_SHUFFLE_OF_HALVES(__shfl_sync, int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_up_sync, unsigned int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_down_sync, unsigned int)
__GPURACE_SHUFFLE_OF_HALVES(__shfl_xor_sync, int)
#undef __GPURACE_SHUFFLE_OF_HALVES

// ---- atomics; of two numbers each is added by itself, as the hardware promises no more ------------------------------
__GPURACE_D __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value) {
  __nv_bfloat16_raw r = {__builtin_bit_cast(unsigned short,
    __scoped_atomic_fetch_add((__bf16 *)address, __builtin_bit_cast(__bf16, value.bits), __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE))};
  return r;
}
__GPURACE_D __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value) {
  __nv_bfloat16 x = atomicAdd(&address->x, value.x);
  return __nv_bfloat162(x, atomicAdd(&address->y, value.y));
}
#define __GPURACE_H __nv_bfloat16
#define __GPURACE_H2 __nv_bfloat162
#define __GPURACE_HRAW __nv_bfloat16_raw
#define __GPURACE_HNAME bfloat16
#include <gpurace/half_functions.h>
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
