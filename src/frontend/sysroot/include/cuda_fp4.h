// Numbers of four bits. They are stored and handed on; what a conversion computes is not known.
#pragma once
#include <cuda_fp8.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

__GPURACE_TO_SMALL_OF_ALL(fp4, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t, enum cudaRoundMode)
__GPURACE_HALVES_TO_SMALL(fp4, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t, enum cudaRoundMode)
__GPURACE_FROM_SMALL(fp4, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4_interpretation_t)
__GPURACE_SMALL_FLOAT(__nv_fp4_e2m1, __nv_fp4_storage_t)
__GPURACE_SMALL_VECTOR(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t, float2, 2)
__GPURACE_SMALL_VECTOR(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t, float4, 4)
