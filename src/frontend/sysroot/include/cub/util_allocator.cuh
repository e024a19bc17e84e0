// The caching allocator of host code.
#pragma once
#include <cub/config.cuh>

namespace cub {
struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(
      unsigned int = 8, unsigned int = 3, unsigned int = ~0u, size_t = ~size_t(0), bool = false, bool = false) {}
  explicit CachingDeviceAllocator(bool, bool = false) {}
  cudaError_t DeviceAllocate(void **p, size_t bytes, cudaStream_t = 0) { return cudaMalloc(p, bytes); }
  cudaError_t DeviceAllocate(int, void **p, size_t bytes, cudaStream_t = 0) { return cudaMalloc(p, bytes); }
  cudaError_t DeviceFree(void *p) { return cudaFree(p); }
  cudaError_t DeviceFree(int, void *p) { return cudaFree(p); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};
}  // namespace cub
