// How many blocks fit on a multiprocessor. What it depends on is known of a device, so the results are any numbers.
#pragma once
#include <limits.h>

#define __GPURACE_ENUM(NAME, ...)                   \
  typedef enum NAME##_enum { __VA_ARGS__ } NAME;
__GPURACE_ENUM(cudaOccError, CUDA_OCC_SUCCESS = 0, CUDA_OCC_ERROR_INVALID_INPUT = 1, CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2)
__GPURACE_ENUM(cudaOccCacheConfig, CACHE_PREFER_NONE = 0, CACHE_PREFER_SHARED, CACHE_PREFER_L1, CACHE_PREFER_EQUAL)
__GPURACE_ENUM(cudaOccCarveoutConfig, SHAREDMEM_CARVEOUT_DEFAULT = -1, SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
               SHAREDMEM_CARVEOUT_MAX_L1 = 0, SHAREDMEM_CARVEOUT_HALF = 50)
__GPURACE_ENUM(cudaOccFuncShmemConfig, FUNC_SHMEM_LIMIT_DEFAULT = 0, FUNC_SHMEM_LIMIT_OPTIN)
__GPURACE_ENUM(cudaOccPartitionedGCConfig, PARTITIONED_GC_OFF, PARTITIONED_GC_ON, PARTITIONED_GC_ON_STRICT)
__GPURACE_ENUM(cudaOccPartitionedGCSupport, PARTITIONED_GC_NOT_SUPPORTED, PARTITIONED_GC_SUPPORTED)
__GPURACE_ENUM(cudaOccLimitingFactor, OCC_LIMIT_WARPS = 1, OCC_LIMIT_REGISTERS = 2, OCC_LIMIT_SHARED_MEMORY = 4,
               OCC_LIMIT_BLOCKS = 8, OCC_LIMIT_BARRIERS = 16, OCC_LIMIT_VIRTUAL_RESOURCES = 32)
#undef __GPURACE_ENUM

struct cudaOccDeviceProp {
  int computeMajor, computeMinor, maxThreadsPerBlock, maxThreadsPerMultiprocessor, regsPerBlock, regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock, sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
  cudaOccDeviceProp() : computeMajor(0), computeMinor(0) {}
  // Of the properties of a device.
  template <class Properties>
  cudaOccDeviceProp(const Properties &p)
      : computeMajor(p.major), computeMinor(p.minor), maxThreadsPerBlock(p.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor), regsPerBlock(p.regsPerBlock),
        regsPerMultiprocessor(p.regsPerMultiprocessor), warpSize(p.warpSize), sharedMemPerBlock(p.sharedMemPerBlock),
        sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor), numSms(p.multiProcessorCount),
        sharedMemPerBlockOptin(p.sharedMemPerBlockOptin), reservedSharedMemPerBlock(p.reservedSharedMemPerBlock) {}
};
struct cudaOccFuncAttributes {
  int maxThreadsPerBlock, numRegs;
  size_t sharedSizeBytes;
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
  cudaOccFuncAttributes() {}
  template <class Attributes>
  cudaOccFuncAttributes(const Attributes &a)
      : maxThreadsPerBlock(a.maxThreadsPerBlock), numRegs(a.numRegs), sharedSizeBytes(a.sharedSizeBytes),
        partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(a.maxDynamicSharedSizeBytes), numBlockBarriers(1) {}
};
struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig;
  cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
};
struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks, blockLimitBarriers, allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
};

extern "C" {
cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *, const cudaOccDeviceProp *, const cudaOccFuncAttributes *,
                                                     const cudaOccDeviceState *, int, size_t);
cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *, int *, const cudaOccDeviceProp *, const cudaOccFuncAttributes *,
                                                   const cudaOccDeviceState *, size_t (*)(int), size_t);
cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *, const cudaOccDeviceProp *, const cudaOccFuncAttributes *,
                                                 const cudaOccDeviceState *, int, int);
cudaOccError cudaOccSMemPerMultiprocessor(size_t *, const cudaOccDeviceProp *, cudaOccCacheConfig);
}
template <class Size>
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *grid, int *block, const cudaOccDeviceProp *device, const cudaOccFuncAttributes *kernel,
    const cudaOccDeviceState *state, Size) {
  return cudaOccMaxPotentialOccupancyBlockSize(grid, block, device, kernel, state, nullptr, 0);
}
template <class Size>
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *grid, int *block, const cudaOccDeviceProp *device, const cudaOccFuncAttributes *kernel,
    const cudaOccDeviceState *state, Size) {
  return cudaOccMaxPotentialOccupancyBlockSize(grid, block, device, kernel, state, nullptr, 0);
}
