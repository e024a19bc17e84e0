// The CUDA runtime API on the CPU: one device, whose memory is that of the process. Everything is done at once and in order.
#pragma once
#pragma GCC system_header
#include <stdlib.h>
#include <string.h>
#include <time.h>

// With the names of C, and in the runtime as well, for sources of C that declare them by themselves.
#ifdef GPURACE_RUNTIME
#define GPURACE_API extern "C" __attribute__((weak))
#else
#define GPURACE_API extern "C" inline
#endif

// On a stream that is captured, what would be done becomes a node of the graph; the enumerators of cudaGraphNodeType say which.
namespace gpurace {
template <class Work>
inline bool captured(cudaStream_t stream, cudaGraphNodeType type, Work work) {
  if (!gpurace_is_captured(stream)) return false;
  gpurace_capture(stream, type, [](void *what) { (*static_cast<Work *>(what))(); }, new Work(work));
  return true;
}
}  // namespace gpurace

// ---- errors ------------------------------------------------------------------------------------------------------------------
GPURACE_API cudaError_t cudaGetLastError() { return gpurace_error(1); }
GPURACE_API cudaError_t cudaPeekAtLastError() { return gpurace_error(0); }
GPURACE_API const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "cudaSuccess";
    case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice";
    case cudaErrorInvalidResourceHandle: return "cudaErrorInvalidResourceHandle";
    case cudaErrorNotReady: return "cudaErrorNotReady";
    case cudaErrorLaunchTimeout: return "cudaErrorLaunchTimeout";
    case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
    case cudaErrorCooperativeLaunchTooLarge: return "cudaErrorCooperativeLaunchTooLarge";
    case cudaErrorNotSupported: return "cudaErrorNotSupported";
    case cudaErrorInvalidDeviceFunction: return "cudaErrorInvalidDeviceFunction";
    case cudaErrorStreamCaptureUnsupported: return "cudaErrorStreamCaptureUnsupported";
    case cudaErrorGraphExecUpdateFailure: return "cudaErrorGraphExecUpdateFailure";
    case cudaErrorPeerAccessUnsupported: return "cudaErrorPeerAccessUnsupported";
    default: return "cudaErrorUnknown";
  }
}
GPURACE_API const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorLaunchTimeout: return "the launch timed out and was terminated";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
    case cudaErrorCooperativeLaunchTooLarge: return "too many blocks in cooperative launch";
    case cudaErrorNotSupported: return "operation not supported";
    case cudaErrorInvalidDeviceFunction: return "invalid device function";
    case cudaErrorStreamCaptureUnsupported: return "operation not permitted when stream is capturing";
    case cudaErrorGraphExecUpdateFailure: return "the graph update was not performed because it included changes which violated constraints";
    case cudaErrorPeerAccessUnsupported: return "peer access is not supported between these two devices";
    default: return "unknown error";
  }
}

// ---- memory ------------------------------------------------------------------------------------------------------------------
GPURACE_API cudaError_t gpurace_allocate(void **p, size_t size) {
  if (p == 0) return gpurace_set_error(cudaErrorInvalidValue);
  *p = 0;
  if (size == 0) return cudaSuccess;
  if (posix_memalign(p, 256, size) == 0) return cudaSuccess;
  *p = 0;
  return gpurace_set_error(cudaErrorMemoryAllocation);
}
GPURACE_API cudaError_t cudaFree(void *p) {
  free(p);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
// Memory that a graph frees stays: the graph may run again.
GPURACE_API cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { return gpurace_is_captured(stream) ? cudaSuccess : cudaFree(p); }
// A pointer to constants takes memory as well, so its type is dropped by force.
template <class T>
inline cudaError_t cudaMalloc(T **p, size_t size) {
  return gpurace_allocate((void **)p, size);
}
template <class T>
inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned = 0) {
  return gpurace_allocate((void **)p, size);
}
template <class T>
inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned = 0) {
  return gpurace_allocate((void **)p, size);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **p, size_t size, unsigned = cudaMemAttachGlobal) {
  return gpurace_allocate((void **)p, size);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t) {
  return gpurace_allocate((void **)p, size);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 511) & ~static_cast<size_t>(511);
  return gpurace_allocate((void **)p, *pitch * height);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned = 0) {
  *device = static_cast<T *>(host);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaHostRegister(void *, size_t, unsigned) { return cudaSuccess; }
GPURACE_API cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind = cudaMemcpyDefault) {
  if (n > 0 && (to == 0 || from == 0)) return gpurace_set_error(cudaErrorInvalidValue);
  if (n > 0) memmove(to, from, n);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind kind = cudaMemcpyDefault,
                                        cudaStream_t stream = 0) {
  if (gpurace::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy(to, from, n, kind); })) return cudaSuccess;
  return cudaMemcpy(to, from, n, kind);
}
GPURACE_API cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t n) { return cudaMemcpy(to, from, n); }
GPURACE_API cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t n, cudaStream_t = 0) { return cudaMemcpy(to, from, n); }
GPURACE_API cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind) {
  for (size_t row = 0; row < height; row++) memmove(static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                                          cudaMemcpyKind kind, cudaStream_t stream = 0) {
  auto copy = [=] { cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind); };
  if (gpurace::captured(stream, cudaGraphNodeTypeMemcpy, copy)) return cudaSuccess;
  return cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind);
}
GPURACE_API cudaError_t cudaMemset(void *p, int value, size_t n) {
  if (n > 0) memset(p, value, n);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0) {
  if (gpurace::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset(p, value, n); })) return cudaSuccess;
  return cudaMemset(p, value, n);
}
GPURACE_API cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; row++) memset(static_cast<char *>(p) + row * pitch, value, width);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0) {
  if (gpurace::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset2D(p, pitch, value, width, height); })) return cudaSuccess;
  return cudaMemset2D(p, pitch, value, width, height);
}
// Arrays: rows without gaps, so that a place in one is its coordinates.
struct cudaArray {
  char *data;
  size_t width, height, depth;
  cudaChannelFormatDesc texel;
  unsigned flags;
  size_t bytes() const { return static_cast<size_t>(texel.x + texel.y + texel.z + texel.w) / 8; }
  size_t pitch() const { return width * bytes(); }
};
GPURACE_API cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *texel, cudaExtent extent, unsigned flags) {
  cudaArray made = {0, extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1, *texel, flags};
  made.data = static_cast<char *>(calloc(made.pitch() * made.height * made.depth + 16, 1));
  if (made.data == 0) return gpurace_set_error(cudaErrorMemoryAllocation);
  *array = new cudaArray(made);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *texel, size_t width, size_t height, unsigned flags) {
  cudaExtent extent = {width, height, 0};
  return cudaMalloc3DArray(array, texel, extent, flags);
}
inline cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *texel, cudaExtent extent) {
  return cudaMalloc3DArray(array, texel, extent, 0);
}
inline cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *texel, size_t width, size_t height = 0) {
  return cudaMallocArray(array, texel, width, height, 0);
}
GPURACE_API cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array == 0) return cudaSuccess;
  free(array->data);
  delete array;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *texel, cudaArray_const_t array) {
  *texel = array->texel;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *texel, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
  if (texel != 0) *texel = array->texel;
  if (extent != 0) extent->width = array->width, extent->height = array->height, extent->depth = array->depth;
  if (flags != 0) *flags = array->flags;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height,
                                            cudaMemcpyKind) {
  for (size_t row = 0; row < height; row++) memmove(to->data + (y + row) * to->pitch() + x, static_cast<const char *>(from) + row * pitch, width);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
                                              cudaMemcpyKind) {
  for (size_t row = 0; row < height; row++) memmove(static_cast<char *>(to) + row * pitch, from->data + (y + row) * from->pitch() + x, width);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t n, cudaMemcpyKind) {
  memmove(to->data + y * to->pitch() + x, from, n);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, cudaMemcpyKind) {
  memmove(to, from->data + y * from->pitch() + x, n);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height,
                                                 cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
GPURACE_API char *gpurace_row(const cudaArray *array, const cudaPitchedPtr &memory, const cudaPos &at, size_t y, size_t z) {
  if (array != 0) return array->data + ((at.z + z) * array->height + at.y + y) * array->pitch() + at.x * array->bytes();
  return static_cast<char *>(memory.ptr) + ((at.z + z) * memory.ysize + at.y + y) * memory.pitch + at.x;
}
GPURACE_API cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent) {
  p->xsize = extent.width;
  p->ysize = extent.height;
  return cudaMallocPitch(&p->ptr, &p->pitch, extent.width, extent.height * extent.depth);
}
// Where an array is part of it, widths and places along x are in its elements, on its side.
GPURACE_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
  size_t texel = p->srcArray != 0 ? p->srcArray->bytes() : p->dstArray != 0 ? p->dstArray->bytes() : 1;
  for (size_t z = 0; z < p->extent.depth; z++)
    for (size_t y = 0; y < p->extent.height; y++)
      memmove(gpurace_row(p->dstArray, p->dstPtr, p->dstPos, y, z), gpurace_row(p->srcArray, p->srcPtr, p->srcPos, y, z), p->extent.width * texel);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) {
  cudaMemcpy3DParms copy = *p;
  if (gpurace::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy3D(&copy); })) return cudaSuccess;
  return cudaMemcpy3D(p);
}
GPURACE_API cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) {
  for (size_t z = 0; z < e.depth; z++)
    for (size_t y = 0; y < e.height; y++) memset(static_cast<char *>(p.ptr) + (z * p.ysize + y) * p.pitch, value, e.width);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  *total = static_cast<size_t>(8) << 30;
  *free = static_cast<size_t>(7) << 30;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0) { return cudaSuccess; }
GPURACE_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *to, const void *p) {
  to->type = cudaMemoryTypeManaged;
  to->device = 0;
  to->devicePointer = to->hostPointer = const_cast<void *>(p);
  return cudaSuccess;
}
// Pools: memory of a stream is that of the process, too.
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t, cudaStream_t) {
  return gpurace_allocate((void **)p, size);
}
GPURACE_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) {
  static char one;
  *pool = reinterpret_cast<cudaMemPool_t>(&one);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int) { return cudaMemPoolCreate(pool, 0); }
GPURACE_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int) { return cudaMemPoolCreate(pool, 0); }
GPURACE_API cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value) {
  *static_cast<unsigned long long *>(value) = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaHostGetFlags(unsigned *flags, void *) {
  *flags = 0;
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (n > sizeof(T) || offset > sizeof(T) - n) return gpurace_set_error(cudaErrorInvalidValue);
  return cudaMemcpy(const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol)) + offset, from, n);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t n, size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0) {
  auto copy = [&symbol, from, n, offset] { cudaMemcpyToSymbol(symbol, from, n, offset); };
  if (gpurace::captured(stream, cudaGraphNodeTypeMemcpy, copy)) return cudaSuccess;
  return cudaMemcpyToSymbol(symbol, from, n, offset);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (n > sizeof(T) || offset > sizeof(T) - n) return gpurace_set_error(cudaErrorInvalidValue);
  return cudaMemcpy(to, const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol)) + offset, n);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t n, size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0) {
  auto copy = [to, &symbol, n, offset] { cudaMemcpyFromSymbol(to, symbol, n, offset); };
  if (gpurace::captured(stream, cudaGraphNodeTypeMemcpy, copy)) return cudaSuccess;
  return cudaMemcpyFromSymbol(to, symbol, n, offset);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
  *p = const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol));
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t *size, const T &) {
  *size = sizeof(T);
  return cudaSuccess;
}

// ---- devices -----------------------------------------------------------------------------------------------------------------
GPURACE_API cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : gpurace_set_error(cudaErrorInvalidDevice); }
GPURACE_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
  if (device != 0) return gpurace_set_error(cudaErrorInvalidDevice);
  memset(p, 0, sizeof *p);
  strcpy(p->name, "gpurace CPU");
  p->totalGlobalMem = static_cast<size_t>(8) << 30;
  p->sharedMemPerBlock = 48 << 10;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->warpSize = 32;
  p->memPitch = 0x7fffffff;
  p->maxThreadsPerBlock = 1024;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->clockRate = p->memoryClockRate = 1000000;
  p->totalConstMem = 65536;
  p->major = 8;
  p->textureAlignment = 512;
  p->texturePitchAlignment = 32;
  p->deviceOverlap = p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->managedMemory = 1;
  p->concurrentManagedAccess = p->pageableMemoryAccess = p->cooperativeLaunch = p->streamPrioritiesSupported = p->memoryPoolsSupported = 1;
  p->asyncEngineCount = 1;
  p->memoryBusWidth = 64;
  p->l2CacheSize = 1 << 20;
  p->maxThreadsPerMultiProcessor = 2048;
  p->multiProcessorCount = GPURACE_RESIDENT_THREADS / 2048;
  p->maxBlocksPerMultiProcessor = 32;
  p->sharedMemPerMultiprocessor = 233472;
  p->sharedMemPerBlockOptin = GPURACE_MAX_SHARED;
  p->reservedSharedMemPerBlock = 1024;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  cudaError_t error = cudaGetDeviceProperties(&p, device);
  if (error != cudaSuccess) return error;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = static_cast<int>(p.sharedMemPerBlock); break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = static_cast<int>(p.sharedMemPerBlockOptin); break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = static_cast<int>(p.sharedMemPerMultiprocessor); break;
    case cudaDevAttrTotalConstantMemory: *value = static_cast<int>(p.totalConstMem); break;
    case cudaDevAttrWarpSize: *value = 32; break;
    case cudaDevAttrClockRate: *value = p.clockRate; break;
    case cudaDevAttrMemoryClockRate: *value = p.memoryClockRate; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = p.memoryBusWidth; break;
    case cudaDevAttrL2CacheSize: *value = p.l2CacheSize; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = p.maxBlocksPerMultiProcessor; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrCanMapHostMemory: *value = 1; break;
    default: *value = 0;
  }
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) { return cudaGetDevice(device); }
GPURACE_API cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceReset() { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceSynchronize() {
  cudaError_t error = gpurace_error(0);
  return error == cudaErrorLaunchTimeout || error == cudaErrorLaunchFailure ? error : cudaSuccess;
}
GPURACE_API cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
GPURACE_API cudaError_t cudaThreadExit() { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit) {
  *value = static_cast<size_t>(8) << 20;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
GPURACE_API cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
  *can = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return gpurace_set_error(cudaErrorPeerAccessUnsupported); }
GPURACE_API cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) {
  *value = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int) {
  if (length < 13) return gpurace_set_error(cudaErrorInvalidValue);
  strcpy(id, "0000:00:00.0");
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  *config = cudaSharedMemBankSizeDefault;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  *flags = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
GPURACE_API cudaError_t cudaThreadSetLimit(cudaLimit, size_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaDriverGetVersion(int *version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaRuntimeGetVersion(int *version) { return cudaDriverGetVersion(version); }
GPURACE_API cudaError_t cudaProfilerStart() { return cudaSuccess; }
GPURACE_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

// ---- streams and events ------------------------------------------------------------------------------------------------------
GPURACE_API unsigned gpurace_next_stream() {
  static unsigned number = 0;
  return ++number;
}
GPURACE_API cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = new CUstream_st();
  (*stream)->number = gpurace_next_stream();
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) { return cudaStreamCreate(stream); }
GPURACE_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned, int) { return cudaStreamCreate(stream); }
GPURACE_API cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaDeviceSynchronize(); }
GPURACE_API cudaError_t cudaStreamQuery(cudaStream_t) { return cudaDeviceSynchronize(); }
GPURACE_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
  gpurace_capture_join(stream, event);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *flags) {
  *flags = cudaStreamDefault;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *) { return cudaSuccess; }
GPURACE_API cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *value) {
  memset(value, 0, sizeof *value);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) {
  *priority = 0;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle) { return cudaSuccess; }
GPURACE_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned) {
  if (gpurace::captured(stream, cudaGraphNodeTypeHost, [=] { callback(stream, cudaSuccess, data); })) return cudaSuccess;
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  if (gpurace::captured(stream, cudaGraphNodeTypeHost, [=] { function(data); })) return cudaSuccess;
  function(data);
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  *status = gpurace_is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned = 0) {
  *event = new CUevent_st();
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { return cudaEventCreate(event, flags); }
GPURACE_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
  if (event == 0) return gpurace_set_error(cudaErrorInvalidResourceHandle);
  gpurace_capture_event(event, stream);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  event->at = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  event->isRecorded = true;
  return cudaSuccess;
}
GPURACE_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) { return cudaEventRecord(event, stream); }
GPURACE_API cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaDeviceSynchronize(); }
GPURACE_API cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
GPURACE_API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to) {
  if (from == 0 || to == 0 || !from->isRecorded || !to->isRecorded) return gpurace_set_error(cudaErrorInvalidResourceHandle);
  *ms = static_cast<float>(to->at - from->at);
  return cudaSuccess;
}

// ---- kernels -----------------------------------------------------------------------------------------------------------------
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel, cudaFuncCache) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetSharedMemConfig(Kernel, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, Kernel) {
  memset(to, 0, sizeof *to);
  to->maxThreadsPerBlock = 1024;
  to->numRegs = 32;
  to->ptxVersion = to->binaryVersion = 80;
  to->maxDynamicSharedSizeBytes = GPURACE_MAX_SHARED;
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel, int block, size_t) {
  *blocks = block <= 0 ? 0 : 2048 / block > 32 ? 32 : 2048 / block;
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Kernel kernel, int block, size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block, shared);
}
template <class Kernel>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Kernel, int, int) {
  *bytes = GPURACE_MAX_SHARED;
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, Kernel, size_t = 0, int limit = 0) {
  *block = limit > 0 && limit < 1024 ? limit : 1024;
  *grid = GPURACE_RESIDENT_THREADS / *block;
  return cudaSuccess;
}
template <class Size, class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, Kernel kernel, Size, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, 0, limit);
}

namespace gpurace {
template <class... Formal>
struct Call {
  template <int... Number>
  struct Numbers {};
  template <int Count, int... Rest>
  struct Count_ : Count_<Count - 1, Count - 1, Rest...> {};
  template <int... Rest>
  struct Count_<0, Rest...> {
    typedef Numbers<Rest...> type;
  };
  template <int... Number>
  static void by(void (*kernel)(Formal...), void **arguments, Numbers<Number...>) {
    kernel(*static_cast<typename Plain<Formal>::type *>(arguments[Number])...);
    (void)arguments;
  }
  // By its address alone, whose type the runtime keeps.
  static void known(const void *kernel, void **arguments) {
    by(reinterpret_cast<void (*)(Formal...)>(const_cast<void *>(kernel)), arguments, typename Count_<sizeof...(Formal)>::type());
  }
  template <class T>
  struct Plain {
    typedef T type;
  };
  template <class T>
  struct Plain<T &> {
    typedef T type;
  };
  static cudaError_t launch(void (*kernel)(Formal...), dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream, int cooperative) {
    gpurace_configure(grid, block, shared, stream, cooperative);
    by(kernel, arguments, typename Count_<sizeof...(Formal)>::type());
    return gpurace_error(0);
  }
};
}  // namespace gpurace
template <class... Formal>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Formal...), dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return gpurace::Call<Formal...>::launch(kernel, grid, block, arguments, shared, stream, 0);
}
template <class... Formal>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Formal...), dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                               cudaStream_t stream = 0) {
  return gpurace::Call<Formal...>::launch(kernel, grid, block, arguments, shared, stream, 1);
}
namespace gpurace {
inline int isCooperative(const cudaLaunchConfig_t &config) {
  for (unsigned i = 0; i < config.numAttrs; i++)
    if (config.attrs[i].id == cudaLaunchAttributeCooperative) return config.attrs[i].val.cooperative;
  return 0;
}
}  // namespace gpurace
template <class... Formal, class... Actual>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Formal...), Actual... arguments) {
  gpurace_configure(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, gpurace::isCooperative(*config));
  kernel(arguments...);
  return gpurace_error(0);
}

inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  cudaExtent e = {width, height, depth};
  return e;
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  cudaPos p = {x, y, z};
  return p;
}
inline cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize) {
  cudaPitchedPtr p = {ptr, pitch, xsize, ysize};
  return p;
}
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  cudaChannelFormatDesc d = {x, y, z, w, f};
  return d;
}

#include <gpurace/graphs.h>
