// Keywords of CUDA C++ and HIP, and the macros by which programs recognise the compiler.
#pragma once

// ---- who is compiling -------------------------------------------------------------------------------------------
// HIP sources are read as for AMD, where none of CUDA's macros is there: what is for CUDA alone is left out of them, and
// what stands behind `#ifdef __HIP__` is in. Those macros are on the command line (`src/frontend/clang-settings.ts`).
#ifndef __HIP__
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define CUDA_VERSION 12040
#define CUDART_VERSION 12040
#define __CUDART_API_VERSION 12040
#define CUDA_API_PER_THREAD_DEFAULT_STREAM_OFF 1

// Programs test for these guards of the vendor's headers before they use what those declare.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __HOST_DEFINES_H__
#endif

// ---- where a function runs, where a variable lives ----------------------------------------------------------------
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__

// ---- hints -----------------------------------------------------------------------------------------------------
// `__noinline__` and `__restrict__` are keywords of clang itself.
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#define __cluster_dims__(...) __attribute__((annotate("gpurace.cluster", ##__VA_ARGS__)))
#define __block_size__(...)
#define __nv_pure__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __specialization_static static
#define __device_builtin__
#define __cudart_builtin__
#define __annotate__(...) __attribute__((__VA_ARGS__))
#define __location__(a) __attribute__((a))
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

// ---- what our own headers use ---------------------------------------------------------------------------------------
#define __GPURACE_D static __inline__ __attribute__((always_inline, device))
#define __GPURACE_HD static __inline__ __attribute__((always_inline, host, device))
#define __GPURACE_EXT_D extern "C" __attribute__((device))
#define __GPURACE_EXT_HD extern "C" __attribute__((host, device))
// The headers of C serve host code in C as well, where these are nothing.
#define __GPURACE_C extern "C"
#define __GPURACE_C_BEGIN extern "C" {
#define __GPURACE_C_END }
#if __cplusplus >= 201402L
#define __GPURACE_CONSTEXPR14 constexpr
#else
#define __GPURACE_CONSTEXPR14
#endif
