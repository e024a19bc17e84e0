// Numbers of eight bits. They are stored and handed on; what a conversion computes is not known.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#define __GPURACE_TO_FP8(NAME, FROM, TO)                                                                            \
  __GPURACE_HD TO __nv_cvt_##NAME(FROM, __nv_saturation_t, __nv_fp8_interpretation_t) {                             \
    return static_cast<TO>(__gpurace_unknown_i32());                                                                \
  }
__GPURACE_TO_FP8(float_to_fp8, float, __nv_fp8_storage_t)
__GPURACE_TO_FP8(double_to_fp8, double, __nv_fp8_storage_t)
__GPURACE_TO_FP8(halfraw_to_fp8, __half_raw, __nv_fp8_storage_t)
__GPURACE_TO_FP8(bfloat16raw_to_fp8, __nv_bfloat16_raw, __nv_fp8_storage_t)
__GPURACE_TO_FP8(float2_to_fp8x2, float2, __nv_fp8x2_storage_t)
__GPURACE_TO_FP8(double2_to_fp8x2, double2, __nv_fp8x2_storage_t)
__GPURACE_TO_FP8(halfraw2_to_fp8x2, __half2_raw, __nv_fp8x2_storage_t)
__GPURACE_TO_FP8(bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_fp8x2_storage_t)
#undef __GPURACE_TO_FP8
__GPURACE_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t) {
  __half_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32())};
  return r;
}
__GPURACE_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t) {
  __half2_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32()),
                   static_cast<unsigned short>(__gpurace_unknown_i32())};
  return r;
}

#define __GPURACE_FP8(NAME)                                                                                         \
  struct __attribute__((aligned(1))) NAME {                                                                         \
    __nv_fp8_storage_t __x;                                                                                         \
    NAME() = default;                                                                                               \
    template <class T>                                                                                              \
    __host__ __device__ explicit NAME(T) : __x(static_cast<__nv_fp8_storage_t>(__gpurace_unknown_i32())) {}         \
    __host__ __device__ explicit operator float() const { return __gpurace_unknown_f32(); }                         \
    __host__ __device__ explicit operator double() const { return __gpurace_unknown_f32(); }                        \
    __host__ __device__ explicit operator __half() const { return __half(__gpurace_unknown_f32()); }                \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__gpurace_unknown_f32()); }  \
    __host__ __device__ explicit operator int() const { return static_cast<int>(__gpurace_unknown_i32()); }         \
    __host__ __device__ explicit operator bool() const { return __gpurace_unknown_i32() != 0; }                     \
  };
#define __GPURACE_FP8_VECTOR(NAME, STORAGE, WIDER, PARTS)                                                           \
  struct __attribute__((aligned(sizeof(STORAGE)))) NAME {                                                           \
    STORAGE __x;                                                                                                    \
    NAME() = default;                                                                                               \
    template <class... T>                                                                                           \
    __host__ __device__ explicit NAME(T...) : __x(static_cast<STORAGE>(__gpurace_unknown_i32())) {}                 \
    __host__ __device__ explicit operator WIDER() const {                                                           \
      WIDER r;                                                                                                      \
      for (int i = 0; i < PARTS; i++) (&r.x)[i] = __gpurace_unknown_f32();                                          \
      return r;                                                                                                     \
    }                                                                                                               \
  };
__GPURACE_FP8(__nv_fp8_e4m3)
__GPURACE_FP8(__nv_fp8_e5m2)
__GPURACE_FP8_VECTOR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2, 2)
__GPURACE_FP8_VECTOR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2, 2)
__GPURACE_FP8_VECTOR(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4, 4)
__GPURACE_FP8_VECTOR(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4, 4)
#undef __GPURACE_FP8
#undef __GPURACE_FP8_VECTOR
