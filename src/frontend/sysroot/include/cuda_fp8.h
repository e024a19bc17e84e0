// Numbers of eight bits.
#pragma once
#include <gpurace/small_floats.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

__GPURACE_TO_SMALL_OF_ALL(fp8, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_saturation_t, __nv_fp8_interpretation_t)
__GPURACE_HALVES_TO_SMALL(fp8, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_saturation_t, __nv_fp8_interpretation_t)
__GPURACE_FROM_SMALL(fp8, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_fp8_interpretation_t)
// Powers of two.
__GPURACE_TO_SMALL_OF_ALL(e8m0, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_saturation_t, enum cudaRoundMode)
__GPURACE_TO_SMALL(bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_fp8x2_storage_t, __nv_saturation_t, enum cudaRoundMode)
__GPURACE_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t) {
  __nv_bfloat16_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32())};
  return r;
}
__GPURACE_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t) {
  __nv_bfloat162_raw r = {static_cast<unsigned short>(__gpurace_unknown_i32()),
                          static_cast<unsigned short>(__gpurace_unknown_i32())};
  return r;
}
__GPURACE_SMALL_FLOAT(__nv_fp8_e4m3, __nv_fp8_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4, 4)
__GPURACE_SMALL_FLOAT(__nv_fp8_e5m2, __nv_fp8_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4, 4)
__GPURACE_SMALL_FLOAT(__nv_fp8_e8m0, __nv_fp8_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t, float4, 4)
