// HIP's runtime. What it declares is in the prelude (gpurace_hip.h) but for what depends on the size of a wavefront.
#pragma once

#ifdef __HIP__
static constexpr int warpSize = __AMDGCN_WAVEFRONT_SIZE;
#else
#include <gpurace/hip_on_cuda.h>
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define __GPURACE_LAUNCH(KERNEL, GRID, BLOCK, SHARED, STREAM, ...)                                                  \
  do {                                                                                                              \
    KERNEL<<<(GRID), (BLOCK), (SHARED), (STREAM)>>>(__VA_ARGS__);                                                   \
  } while (0)
#define hipLaunchKernelGGL(KERNEL, ...) __GPURACE_LAUNCH((KERNEL), __VA_ARGS__)
#endif
