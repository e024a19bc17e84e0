// Macros of HIP, on whichever platform it runs.
#pragma once

// ---- launching ----------------------------------------------------------------------------------------------------------------------
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define __GPURACE_LAUNCH(KERNEL, GRID, BLOCK, SHARED, STREAM, ...)                                                  \
  do {                                                                                                              \
    KERNEL<<<(GRID), (BLOCK), (SHARED), (STREAM)>>>(__VA_ARGS__);                                                   \
  } while (0)
#define hipLaunchKernelGGL(KERNEL, ...) __GPURACE_LAUNCH((KERNEL), __VA_ARGS__)
#define __GPURACE_EXT_LAUNCH(KERNEL, GRID, BLOCK, SHARED, STREAM, START, STOP, FLAGS, ...)                          \
  do {                                                                                                              \
    KERNEL<<<(GRID), (BLOCK), (SHARED), (STREAM)>>>(__VA_ARGS__);                                                   \
  } while (0)
#define hipExtLaunchKernelGGL(KERNEL, ...) __GPURACE_EXT_LAUNCH((KERNEL), __VA_ARGS__)

// ---- device code --------------------------------------------------------------------------------------------------------------------
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)
