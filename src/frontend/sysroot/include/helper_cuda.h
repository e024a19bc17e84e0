// What the sample programs' helper of this name offers: error checks and choosing a device.
#pragma once
#include <helper_string.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __HIP__
#define __GPURACE_LAST_ERROR hipGetLastError
#else
#define __GPURACE_LAST_ERROR cudaGetLastError
#endif
#define checkCudaErrors(call) __gpurace_check(static_cast<int>(call))
#define getLastCudaError(message) __gpurace_check(static_cast<int>(__GPURACE_LAST_ERROR()))
#define printLastCudaError(message) __gpurace_check(static_cast<int>(__GPURACE_LAST_ERROR()))
static inline void __gpurace_check(int error) {
  if (error != 0) exit(EXIT_FAILURE);
}
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
#ifndef MIN
#define MIN(a, b) (a < b ? a : b)
#endif
static inline int ftoi(float x) { return static_cast<int>(x >= 0 ? x + 0.5f : x - 0.5f); }
static inline int _ConvertSMVer2Cores(int, int) { return 128; }
static inline const char *_ConvertSMVer2ArchName(int, int) { return ""; }
#ifndef __HIP__
static inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
#endif
extern "C" int gpuDeviceInit(int device);
extern "C" int gpuGetMaxGflopsDeviceId();
extern "C" int findCudaDevice(int argc, const char **argv);
extern "C" int findIntegratedGPU();
extern "C" bool checkCudaCapabilities(int major, int minor);
