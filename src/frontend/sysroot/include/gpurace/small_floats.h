// Numbers of fewer than sixteen bits: they are stored and handed on; what a conversion computes is not known.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;

#define __GPURACE_TO_SMALL(NAME, FROM, TO, ...)                                                                     \
  __GPURACE_HD TO __nv_cvt_##NAME(FROM, __VA_ARGS__) { return static_cast<TO>(__gpurace_unknown_i32()); }
// From all the types that there are, one by one and in pairs.
#define __GPURACE_TO_SMALL_OF_ALL(KIND, ONE, TWO, ...)                                                              \
  __GPURACE_TO_SMALL(float_to_##KIND, float, ONE, __VA_ARGS__)                                                      \
  __GPURACE_TO_SMALL(double_to_##KIND, double, ONE, __VA_ARGS__)                                                    \
  __GPURACE_TO_SMALL(bfloat16raw_to_##KIND, __nv_bfloat16_raw, ONE, __VA_ARGS__)                                    \
  __GPURACE_TO_SMALL(float2_to_##KIND##x2, float2, TWO, __VA_ARGS__)                                                \
  __GPURACE_TO_SMALL(double2_to_##KIND##x2, double2, TWO, __VA_ARGS__)
#define __GPURACE_HALVES_TO_SMALL(KIND, ONE, TWO, ...)                                                              \
  __GPURACE_TO_SMALL(halfraw_to_##KIND, __half_raw, ONE, __VA_ARGS__)                                               \
  __GPURACE_TO_SMALL(halfraw2_to_##KIND##x2, __half2_raw, TWO, __VA_ARGS__)                                         \
  __GPURACE_TO_SMALL(bfloat16raw2_to_##KIND##x2, __nv_bfloat162_raw, TWO, __VA_ARGS__)
#define __GPURACE_FROM_SMALL(KIND, ONE, TWO, INTERPRETATION)                                                        \
  __GPURACE_HD __half_raw __nv_cvt_##KIND##_to_halfraw(ONE, INTERPRETATION) {                                       \
    __half_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32())};                                          \
    return r;                                                                                                       \
  }                                                                                                                 \
  __GPURACE_HD __half2_raw __nv_cvt_##KIND##x2_to_halfraw2(TWO, INTERPRETATION) {                                   \
    __half2_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32()),                                          \
                     static_cast<unsigned short>(__gpurace_unknown_i32())};                                         \
    return r;                                                                                                       \
  }

#define __GPURACE_SMALL_TO(INTEGER)                                                                                 \
  __host__ __device__ explicit operator INTEGER() const { return static_cast<INTEGER>(__gpurace_unknown_i32()); }
#define __GPURACE_SMALL_FLOAT(NAME, STORAGE)                                                                        \
  struct __attribute__((aligned(1))) NAME {                                                                         \
    STORAGE __x;                                                                                                    \
    NAME() = default;                                                                                               \
    template <class T>                                                                                              \
    __host__ __device__ explicit NAME(T) : __x(static_cast<STORAGE>(__gpurace_unknown_i32())) {}                    \
    __host__ __device__ explicit operator float() const { return __gpurace_unknown_f32(); }                         \
    __host__ __device__ explicit operator double() const { return __gpurace_unknown_f32(); }                        \
    __host__ __device__ explicit operator __half() const { return __half(__gpurace_unknown_f32()); }                \
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__gpurace_unknown_f32()); }  \
    __GPURACE_SMALL_TO(char)                                                                                        \
    __GPURACE_SMALL_TO(signed char)                                                                                 \
    __GPURACE_SMALL_TO(unsigned char)                                                                               \
    __GPURACE_SMALL_TO(short)                                                                                       \
    __GPURACE_SMALL_TO(unsigned short)                                                                              \
    __GPURACE_SMALL_TO(int)                                                                                         \
    __GPURACE_SMALL_TO(unsigned int)                                                                                \
    __GPURACE_SMALL_TO(long)                                                                                        \
    __GPURACE_SMALL_TO(unsigned long)                                                                               \
    __GPURACE_SMALL_TO(long long)                                                                                   \
    __GPURACE_SMALL_TO(unsigned long long)                                                                          \
    __host__ __device__ explicit operator bool() const { return __gpurace_unknown_i32() != 0; }                     \
  };
#define __GPURACE_SMALL_VECTOR(NAME, STORAGE, WIDER, PARTS)                                                         \
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
    __host__ __device__ explicit operator __half2() const {                                                         \
      return __half2(__gpurace_unknown_f32(), __gpurace_unknown_f32());                                             \
    }                                                                                                               \
  };
