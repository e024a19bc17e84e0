// What HIP's runtime has beside the functions that are CUDA's under other names (gpurace/hip_runtime.h).
#pragma once

// ---- flags ------------------------------------------------------------------------------------------------------------------
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipDeviceMallocUncached 0x3
#define hipMallocSignalMemory 0x2
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipEventDisableSystemFence 0x20000000
static constexpr hipError_t hipErrorInvalidContext = static_cast<hipError_t>(201);
static constexpr hipError_t hipErrorNotFound = static_cast<hipError_t>(500);
static constexpr hipError_t hipErrorRuntimeMemory = static_cast<hipError_t>(1052);
static constexpr hipError_t hipErrorRuntimeOther = static_cast<hipError_t>(1053);
static constexpr hipError_t hipErrorTbd = static_cast<hipError_t>(1054);
#define hipMemcpyDeviceToDeviceNoCU hipMemcpyDeviceToDevice
typedef enum hipSharedMemConfig hipSharedMemConfig_t;
typedef hipArray hipArray_struct;

// ---- memory -------------------------------------------------------------------------------------------------------------------
extern "C" {
hipError_t hipHostMalloc(void **p, size_t size, unsigned int flags);
hipError_t hipExtMallocWithFlags(void **p, size_t size, unsigned int flags);
hipError_t hipHostFree(void *p);
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t n, enum hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyHtoD(void *to, void *from, size_t n);
hipError_t hipMemcpyDtoH(void *to, void *from, size_t n);
hipError_t hipMemcpyDtoD(void *to, void *from, size_t n);
hipError_t hipMemcpyHtoDAsync(void *to, void *from, size_t n, hipStream_t stream);
hipError_t hipMemcpyDtoHAsync(void *to, void *from, size_t n, hipStream_t stream);
hipError_t hipMemsetD8(void *p, unsigned char value, size_t n);
hipError_t hipMemsetD16(void *p, unsigned short value, size_t n);
hipError_t hipMemsetD32(void *p, int value, size_t n);
hipError_t hipMemsetD32Async(void *p, int value, size_t n, hipStream_t stream = 0);
hipError_t hipMemPtrGetInfo(void *p, size_t *size);
}
template <class T>
inline hipError_t hipHostMalloc(T **p, size_t size, unsigned int flags = hipHostMallocDefault) {
  return hipHostMalloc((void **)(void *)p, size, flags);
}
template <class T>
inline hipError_t hipExtMallocWithFlags(T **p, size_t size, unsigned int flags) {
  return hipExtMallocWithFlags((void **)(void *)p, size, flags);
}

// ---- devices and streams ---------------------------------------------------------------------------------------------------------
typedef int hipDevice_t;
typedef void *hipDeviceptr_t;
typedef struct ihipCtx_t *hipCtx_t;
typedef struct ihipModule_t *hipModule_t;
struct hipUUID {
  char bytes[16];
};
extern "C" {
hipError_t hipInit(unsigned int flags);
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device);
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device);
hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device);
hipError_t hipCtxCreate(hipCtx_t *context, unsigned int flags, hipDevice_t device);
hipError_t hipCtxDestroy(hipCtx_t context);
hipError_t hipCtxSetCurrent(hipCtx_t context);
hipError_t hipCtxGetCurrent(hipCtx_t *context);
hipError_t hipCtxSynchronize(void);
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device);
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags);
hipError_t hipStreamGetPriority(hipStream_t stream, int *priority);
hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, unsigned int size, const unsigned int *mask);
hipError_t hipExtGetLastError(void);
}

// ---- modules: which kernel they hold nothing says ------------------------------------------------------------------------------------
extern "C" {
hipError_t hipModuleLoad(hipModule_t *module, const char *file);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *p, size_t *size, hipModule_t module, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int gx, unsigned int gy, unsigned int gz,
                                 unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                                 hipStream_t stream, void **parameters, void **extra);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int gx, unsigned int gy, unsigned int gz,
                                            unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                                            hipStream_t stream, void **parameters);
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, unsigned int gx, unsigned int gy, unsigned int gz,
                                    unsigned int bx, unsigned int by, unsigned int bz, size_t shared,
                                    hipStream_t stream, void **parameters, void **extra, hipEvent_t start = 0,
                                    hipEvent_t stop = 0, unsigned int flags = 0);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(
    int *grid, int *block, hipFunction_t function, size_t shared, int limit);
}
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)

// ---- launching ----------------------------------------------------------------------------------------------------------------------
template <class Kernel>
inline hipError_t hipLaunchKernel(
    Kernel *func, const dim3 &gridDim, const dim3 &blockDim, void **args, size_t sharedMem = 0, hipStream_t stream = 0) {
  return __gpurace_launch_kernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class Kernel>
inline hipError_t hipExtLaunchKernel(Kernel *func, const dim3 &gridDim, const dim3 &blockDim, void **args,
                                     size_t sharedMem, hipStream_t stream, hipEvent_t = 0, hipEvent_t = 0, int = 0) {
  return __gpurace_launch_kernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

#define HIP_SYMBOL(X) X

// Which features a program may ask for at compile time.
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ 1
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ 1
#define __HIP_ARCH_HAS_3DGRID__ 1
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60200000
