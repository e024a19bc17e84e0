// The driver API, as far as programs that include it use it besides the runtime API.
#pragma once
#define __cuda_cuda_h__

// Programs of the GPUVerify dialect get these through <cuda.h>.
#include <cooperative_groups.h>
#include <curand_kernel.h>

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUtexref_st *CUtexref;
typedef struct CUgraphicsResource_st *CUgraphicsResource;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
  CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
  CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
  CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
  CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
  CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
  CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
  CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
  CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115
} CUdevice_attribute;
enum CUcomputemode { CU_COMPUTEMODE_DEFAULT = 0, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3 };
enum CUctx_flags { CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_BLOCKING_SYNC = 4, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 };
enum CUstream_flags { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum CUevent_flags { CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2 };
enum CUfunction_attribute { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1, CU_FUNC_ATTRIBUTE_NUM_REGS = 4, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };
enum CUjit_option { CU_JIT_MAX_REGISTERS = 0, CU_JIT_INFO_LOG_BUFFER = 3, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4, CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6, CU_JIT_OPTIMIZATION_LEVEL = 7, CU_JIT_TARGET = 9 };
enum CUjitInputType { CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1, CU_JIT_INPUT_FATBINARY = 2, CU_JIT_INPUT_OBJECT = 3, CU_JIT_INPUT_LIBRARY = 4 };
enum CUarray_format { CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16 = 2, CU_AD_FORMAT_UNSIGNED_INT32 = 3, CU_AD_FORMAT_SIGNED_INT32 = 10, CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32 };
enum CUmemorytype { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2, CU_MEMORYTYPE_ARRAY = 3 };
enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE = 0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1, CU_MEM_HANDLE_TYPE_WIN32 = 2 };
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_PINNED = 1 };
enum CUmemLocationType { CU_MEM_LOCATION_TYPE_DEVICE = 1 };
enum CUmemAccess_flags { CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 };
enum CUmemAllocationGranularity_flags { CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1 };
enum CUpointer_attribute { CU_POINTER_ATTRIBUTE_CONTEXT = 1, CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6 };
typedef unsigned long long CUmemGenericAllocationHandle;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUextMemory_st *CUexternalMemory;
typedef struct CUextSemaphore_st *CUexternalSemaphore;
struct CUuuid {
  char bytes[16];
};
struct CUmemLocation {
  CUmemLocationType type;
  int id;
};
struct CUmemAccessDesc {
  CUmemLocation location;
  CUmemAccess_flags flags;
};
struct CUmemAllocationProp {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
  } allocFlags;
};
struct CUDA_MEMCPY2D {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch, dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch, WidthInBytes, Height;
};
struct CUDA_ARRAY_DESCRIPTOR {
  size_t Width, Height;
  CUarray_format Format;
  unsigned int NumChannels;
};
struct CUctxCreateParams {
  void *execAffinityParams;
  int numExecAffinityParams;
  void *cigParams;
};
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_IPC_HANDLE_SIZE 64

extern "C" {
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxSynchronize(void);
CUresult cuModuleLoad(CUmodule *module, const char *name);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name);
CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes);
CUresult cuMemFree(CUdeviceptr p);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n);
CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n);
CUresult cuMemsetD32(CUdeviceptr p, unsigned int value, size_t n);
CUresult cuMemGetInfo(size_t *free, size_t *total);
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetErrorName(CUresult error, const char **text);
CUresult cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                        unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **parameters,
                        void **extra);

// ---- the rest; long signatures are left open ------------------------------------------------------------------------------------
CUresult cuCtxGetDevice(CUdevice *), cuCtxPushCurrent(CUcontext), cuCtxPopCurrent(CUcontext *), cuCtxDetach(CUcontext);
CUresult cuCtxGetApiVersion(CUcontext, unsigned int *), cuCtxSetLimit(...), cuCtxSetCacheConfig(...), cuCtxEnablePeerAccess(...);
CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice), cuDevicePrimaryCtxRelease(CUdevice), cuDeviceGetUuid(CUuuid *, CUdevice);
CUresult cuDeviceComputeCapability(int *, int *, CUdevice), cuDeviceCanAccessPeer(int *, CUdevice, CUdevice), cuDeviceGetP2PAttribute(...);
CUresult cuModuleLoadDataEx(...), cuModuleLoadFatBinary(...), cuModuleGetTexRef(...), cuModuleGetSurfRef(...);
CUresult cuLinkCreate(...), cuLinkAddData(...), cuLinkAddFile(...), cuLinkComplete(...), cuLinkDestroy(...);
CUresult cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int), cuMemAllocPitch(...), cuMemAllocAsync(...), cuMemFreeAsync(...);
CUresult cuMemAllocHost(void **, size_t), cuMemHostAlloc(void **, size_t, unsigned int), cuMemFreeHost(void *);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *, void *, unsigned int), cuMemHostRegister(...), cuMemHostUnregister(void *);
CUresult cuMemcpy(...), cuMemcpyAsync(...), cuMemcpyHtoDAsync(...), cuMemcpyDtoHAsync(...), cuMemcpyDtoDAsync(...);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *), cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *), cuMemcpyPeer(...), cuMemcpy3D(...);
CUresult cuMemsetD16(...), cuMemsetD8Async(...), cuMemsetD32Async(...), cuMemsetD2D8(...), cuMemsetD2D32(...);
CUresult cuMemCreate(...), cuMemRelease(CUmemGenericAllocationHandle), cuMemMap(...), cuMemUnmap(CUdeviceptr, size_t);
CUresult cuMemAddressReserve(...), cuMemAddressFree(CUdeviceptr, size_t), cuMemSetAccess(...), cuMemGetAllocationGranularity(...);
CUresult cuMemExportToShareableHandle(...), cuMemImportFromShareableHandle(...), cuMemGetAddressRange(...);
CUresult cuPointerGetAttribute(...), cuPointerSetAttribute(...), cuIpcGetMemHandle(...), cuIpcOpenMemHandle(...);
CUresult cuStreamQuery(CUstream), cuStreamWaitEvent(CUstream, CUevent, unsigned int), cuStreamAddCallback(...);
CUresult cuStreamCreateWithPriority(CUstream *, unsigned int, int), cuStreamWaitValue32(...), cuStreamWriteValue32(...);
CUresult cuEventCreate(CUevent *, unsigned int), cuEventRecord(CUevent, CUstream), cuEventSynchronize(CUevent);
CUresult cuEventQuery(CUevent), cuEventDestroy(CUevent), cuEventElapsedTime(float *, CUevent, CUevent);
CUresult cuFuncGetAttribute(int *, CUfunction_attribute, CUfunction), cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
CUresult cuFuncSetCacheConfig(...), cuFuncSetBlockShape(...), cuFuncSetSharedSize(...), cuParamSetSize(...), cuParamSeti(...);
CUresult cuParamSetf(...), cuParamSetv(...), cuLaunchGrid(...), cuLaunchCooperativeKernel(...), cuLaunchKernelEx(...);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(...), cuOccupancyMaxPotentialBlockSize(...);
CUresult cuArrayCreate(CUarray *, const CUDA_ARRAY_DESCRIPTOR *), cuArrayDestroy(CUarray), cuArray3DCreate(...);
CUresult cuTexRefSetArray(...), cuTexRefSetAddress(...), cuTexRefSetAddressMode(...), cuTexRefSetFilterMode(...);
CUresult cuTexRefSetFlags(...), cuTexRefSetFormat(...), cuParamSetTexRef(...), cuTexObjectCreate(...), cuTexObjectDestroy(...);
CUresult cuSurfObjectCreate(...), cuSurfObjectDestroy(...), cuGraphicsMapResources(...), cuGraphicsUnmapResources(...);
CUresult cuGraphicsResourceGetMappedPointer(...), cuGraphicsUnregisterResource(...), cuProfilerStart(void), cuProfilerStop(void);
CUresult cuTensorMapEncodeTiled(...), cuGetProcAddress(...);
}
