// Numbers of six bits. They are stored and handed on; what a conversion computes is not known.
#pragma once
#include <cuda_fp8.h>

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

__GPURACE_TO_SMALL_OF_ALL(fp6, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t, enum cudaRoundMode)
__GPURACE_HALVES_TO_SMALL(fp6, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t, enum cudaRoundMode)
__GPURACE_FROM_SMALL(fp6, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6_interpretation_t)
__GPURACE_SMALL_FLOAT(__nv_fp6_e2m3, __nv_fp6_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp6x4_e2m3, __nv_fp6x4_storage_t, float4, 4)
__GPURACE_SMALL_FLOAT(__nv_fp6_e3m2, __nv_fp6_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp6x4_e3m2, __nv_fp6x4_storage_t, float4, 4)
