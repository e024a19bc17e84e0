// The CUDA runtime API as host code sees it: types, enumerators, functions, and what `kernel<<<…>>>` needs.
#pragma once
#include <gpurace/api_types.h>

// ---- errors ---------------------------------------------------------------------------------------------------------------
__GPURACE_EXT_HD cudaError_t cudaGetLastError(void);
__GPURACE_EXT_HD cudaError_t cudaPeekAtLastError(void);
__GPURACE_EXT_HD const char *cudaGetErrorString(cudaError_t);
__GPURACE_EXT_HD const char *cudaGetErrorName(cudaError_t);

// How conversions that ask for it round.
enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };

// ---- graphs -----------------------------------------------------------------------------------------------------------------
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);
// What device code does with the graph that it is a part of, which is not modelled.
extern "C" __device__ cudaGraphExec_t cudaGetCurrentGraphExec(void);
extern "C" __device__ cudaError_t cudaGraphKernelNodeSetParam(...), cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t, bool);
extern "C" __device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t, dim3);
extern "C" __device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate *, size_t);
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)

// Kernels that overlap are not modelled: what one of them does to memory of the other is no race of either.
static __inline__ __device__ void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
static __inline__ __device__ void cudaTriggerProgrammaticLaunchCompletion() {
  asm volatile("griddepcontrol.launch_dependents;");
}

// ---- launching ----------------------------------------------------------------------------------------------------------------
// Clang turns `kernel<<<grid, block, bytes, stream>>>(…)` into a call of the first of these and, in the host stub of the
// kernel, of the second. The sizes are taken by reference so that host IR leads from the launch straight to them.
extern "C" unsigned __cudaPushCallConfiguration(
    const dim3 &gridDim, const dim3 &blockDim, unsigned long sharedMem = 0, void *stream = 0);
extern "C" unsigned __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream);
extern "C" cudaError_t cudaLaunchKernel(
    const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem, cudaStream_t stream);
// What the functions that launch come down to, with sizes by reference once more.
extern "C" cudaError_t __gpurace_launch_kernel(
    const void *func, const dim3 &gridDim, const dim3 &blockDim, void **args, size_t sharedMem, cudaStream_t stream);
extern "C" cudaError_t cudaLaunchCooperativeKernelMultiDevice(
    cudaLaunchParams *launches, unsigned int devices, unsigned int flags = 0);
// What is said of the launch to come.
extern "C" void __gpurace_launch_attributes(const cudaLaunchAttribute *attributes, unsigned int count);
extern "C" cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*fn)(void *), void *data);

// A launch in device code becomes a call of the second of these with what the first returned. The launched kernel runs
// beside the launching one; gpurace does not model that.
extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __device__ cudaError_t cudaLaunchDevice(
    void *func, void *parameters, dim3 gridDim, dim3 blockDim, unsigned int sharedMem, cudaStream_t stream);

extern "C" __device__ void *cudaGetParameterBufferV2(
    void *func, dim3 gridDim, dim3 blockDim, unsigned int sharedMem);
extern "C" __device__ cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);

template <class Kernel>
inline cudaError_t cudaLaunchKernel(
    Kernel *func, const dim3 &gridDim, const dim3 &blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0) {
  return __gpurace_launch_kernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class Kernel>
inline cudaError_t cudaLaunchCooperativeKernel(
    Kernel *func, const dim3 &gridDim, const dim3 &blockDim, void **args, size_t sharedMem = 0, cudaStream_t stream = 0) {
  return __gpurace_launch_kernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
extern "C" inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args) {
  __gpurace_launch_attributes(config->attrs, config->numAttrs);
  return __gpurace_launch_kernel(
      func, config->gridDim, config->blockDim, args, config->dynamicSmemBytes, config->stream);
}
template <class... Formal, class... Actual>
inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t *config, void (*kernel)(Formal...), Actual... arguments) {
  __gpurace_launch_attributes(config->attrs, config->numAttrs);
  kernel<<<config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream>>>(arguments...);
  return cudaSuccess;
}

// ---- memory -------------------------------------------------------------------------------------------------------------------
__GPURACE_EXT_HD cudaError_t cudaMalloc(void **p, size_t size);
__GPURACE_EXT_HD cudaError_t cudaFree(void *p);
extern "C" {
cudaError_t cudaMallocHost(void **p, size_t size, unsigned int flags = 0);
cudaError_t cudaMallocManaged(void **p, size_t size, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent);
cudaError_t cudaMalloc3DArray(cudaArray_t *a, const cudaChannelFormatDesc *d, cudaExtent e, unsigned int flags = 0);
cudaError_t cudaMallocArray(
    cudaArray_t *a, const cudaChannelFormatDesc *d, size_t width, size_t height = 0, unsigned int flags = 0);
cudaError_t cudaHostAlloc(void **p, size_t size, unsigned int flags);
cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaFreeArray(cudaArray_t a);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t wo, size_t ho, const void *from, size_t fp, size_t w, size_t h,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t wo, size_t ho, const void *from, size_t fp, size_t w, size_t h,
                                     enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t tp, cudaArray_const_t from, size_t wo, size_t ho, size_t w, size_t h,
                                  enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t tp, cudaArray_const_t from, size_t wo, size_t ho, size_t w,
                                       size_t h, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t tw, size_t th, cudaArray_const_t from, size_t fw, size_t fh,
                                     size_t w, size_t h, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t tw, size_t th, cudaArray_const_t from, size_t fw, size_t fh,
                                   size_t n, enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *p);
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *p, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *to, int td, const void *from, int fd, size_t n);
cudaError_t cudaMemcpyPeerAsync(void *to, int td, const void *from, int fd, size_t n, cudaStream_t stream = 0);
cudaError_t cudaMemcpyToArray(
    cudaArray_t to, size_t wo, size_t ho, const void *from, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(
    void *to, cudaArray_const_t from, size_t wo, size_t ho, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t wo, size_t ho, const void *from, size_t n,
                                   enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t wo, size_t ho, size_t n,
                                     enum cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *p, int value, size_t n);
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream = 0);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *p);

// ---- devices --------------------------------------------------------------------------------------------------------------------
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// ---- streams, events, graphs --------------------------------------------------------------------------------------------------------
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamAddCallback(
    cudaStream_t stream, void (*callback)(cudaStream_t, cudaError_t, void *), void *data, unsigned int flags);
cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, void *p, size_t n = 0, unsigned int flags = cudaMemAttachSingle);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, void *node = 0, char *log = 0, size_t n = 0);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                   const cudaKernelNodeParams *parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                   const cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                   const cudaMemsetParams *parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                 const cudaHostNodeParams *parameters);

// ---- arrays, textures, graphics -----------------------------------------------------------------------------------------------------
cudaError_t cudaCreateTextureObject(unsigned long long *object, const cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture, const cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(unsigned long long object);
cudaError_t cudaCreateSurfaceObject(unsigned long long *object, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(unsigned long long object);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **p, size_t *size, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(
    cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int index, unsigned int level);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *array, cudaGraphicsResource_t resource);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const cudaChannelFormatDesc *description,
                                     cudaExtent extent, unsigned int levels, unsigned int flags = 0);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_t array, unsigned int number);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *description, cudaArray_const_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *, cudaExtent *, unsigned int *, cudaArray_t);
cudaError_t cudaArrayGetPlane(cudaArray_t *, cudaArray_t, unsigned int);
cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements *, cudaArray_t, int);
cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties *, cudaArray_t);
cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements *, cudaMipmappedArray_t, int);
cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties *, cudaMipmappedArray_t);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *, unsigned long long);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *, unsigned long long);
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc *, unsigned long long);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *, unsigned long long);

// ---- memory pools, virtual memory, other APIs' memory; long signatures are left open ---------------------------------------------
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device), cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *), cudaMemPoolDestroy(cudaMemPool_t);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t), cudaMemPoolSetAccess(...), cudaMemPoolExportToShareableHandle(...);
cudaError_t cudaMemPoolImportFromShareableHandle(...), cudaMemPoolExportPointer(...), cudaMemPoolImportPointer(...);
cudaError_t cudaDeviceGraphMemTrim(int device), cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *);
cudaError_t cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *, cudaMemPool_t, cudaMemLocation *);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *, cudaMemLocation *, enum cudaMemAllocationType);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *, cudaMemLocation *, enum cudaMemAllocationType);
cudaError_t cudaMemSetMemPool(cudaMemLocation *, enum cudaMemAllocationType, cudaMemPool_t);
cudaError_t cudaMemcpyBatchAsync(...), cudaMemcpy3DBatchAsync(...), cudaMemPrefetchBatchAsync(...);
cudaError_t cudaMemDiscardBatchAsync(...), cudaMemDiscardAndPrefetchBatchAsync(...), cudaMemRangeGetAttributes(...);
cudaError_t cudaMemRangeGetAttribute(...), cudaDeviceGetP2PAttribute(int *, enum cudaDeviceP2PAttr, int, int);
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *, const struct cudaExternalMemoryHandleDesc *);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t), cudaExternalMemoryGetMappedBuffer(...);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(...);
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *, const struct cudaExternalSemaphoreHandleDesc *);
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t);
cudaError_t cudaSignalExternalSemaphoresAsync(...), cudaWaitExternalSemaphoresAsync(...);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);

// ---- more of streams and graphs -----------------------------------------------------------------------------------------------------
cudaError_t cudaStreamGetCaptureInfo(...), cudaStreamGetFlags(cudaStream_t, unsigned int *);
cudaError_t cudaStreamGetPriority(cudaStream_t, int *), cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *);
cudaError_t cudaStreamSetAttribute(...), cudaStreamGetAttribute(...), cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaStreamUpdateCaptureDependencies(...), cudaStreamBeginCaptureToGraph(...);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned int);
cudaError_t cudaGraphClone(cudaGraph_t *, cudaGraph_t), cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
cudaError_t cudaGraphConditionalHandleCreate(
    cudaGraphConditionalHandle *, cudaGraph_t, unsigned int = 0, unsigned int = 0);
cudaError_t cudaGraphAddNode(...), cudaGraphAddDependencies(...), cudaGraphAddMemAllocNode(...), cudaGraphAddMemFreeNode(...);
cudaError_t cudaGraphAddChildGraphNode(...), cudaGraphAddEmptyNode(...), cudaGraphAddMemcpyNode1D(...);
cudaError_t cudaGraphAddEventRecordNode(...), cudaGraphAddEventWaitNode(...), cudaGraphAddMemcpyNodeToSymbol(...);
cudaError_t cudaGraphExecUpdate(...), cudaGraphExecKernelNodeSetParams(...), cudaGraphExecMemcpyNodeSetParams1D(...);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t, cudaKernelNodeParams *);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t, const cudaKernelNodeParams *), cudaGraphDestroyNode(cudaGraphNode_t);
cudaError_t cudaGraphNodeGetType(...), cudaGraphGetRootNodes(...), cudaGraphGetEdges(...), cudaGraphDebugDotPrint(...);
cudaError_t cudaUserObjectCreate(...), cudaUserObjectRelease(...), cudaGraphRetainUserObject(...);
cudaError_t cudaGetDriverEntryPoint(...), cudaFuncGetName(...), cudaDeviceGetByPCIBusId(int *, const char *);
cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t), cudaStreamGetDevice(cudaStream_t, int *);
cudaError_t cudaStreamGetId(cudaStream_t, unsigned long long *), cudaGraphInstantiateWithParams(...);
cudaError_t cudaGraphAddExternalSemaphoresSignalNode(...), cudaGraphAddExternalSemaphoresWaitNode(...);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(...), cudaGraphRemoveDependencies(...), cudaGraphExecNodeSetParams(...);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t, cudaGraph_t *), cudaGraphNodeSetParams(...);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t, cudaEvent_t *);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t, cudaEvent_t);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t, cudaEvent_t *);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t, cudaEvent_t);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t);
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, cudaGraph_t);
cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(...), cudaGraphExecExternalSemaphoresWaitNodeSetParams(...);
cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(...), cudaGraphExternalSemaphoresSignalNodeSetParams(...);
cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(...), cudaGraphExternalSemaphoresWaitNodeSetParams(...);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t, unsigned long long *), cudaGraphExecHostNodeSetParams(...);
cudaError_t cudaGraphExecMemcpyNodeSetParams(...), cudaGraphExecMemcpyNodeSetParamsFromSymbol(...);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(...), cudaGraphExecMemsetNodeSetParams(...);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t, cudaHostNodeParams *);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t, const cudaHostNodeParams *);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t, cudaGraphNode_t);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t, cudaLaunchAttributeID, cudaLaunchAttributeValue *);
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t, cudaMemAllocNodeParams *);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t, void *);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t, cudaMemcpy3DParms *);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t, const cudaMemcpy3DParms *);
cudaError_t cudaGraphMemcpyNodeSetParams1D(...), cudaGraphMemcpyNodeSetParamsFromSymbol(...);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(...);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t, cudaMemsetParams *);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t, const cudaMemsetParams *);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *, cudaGraphNode_t, cudaGraph_t);
cudaError_t cudaGraphNodeGetDependencies(...), cudaGraphNodeGetDependentNodes(...);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned int *);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned int);
cudaError_t cudaGraphReleaseUserObject(...), cudaUserObjectRetain(...);

// ---- what few programs call ---------------------------------------------------------------------------------------------------------
cudaError_t cudaInitDevice(int device, unsigned int flags, unsigned int valid), cudaSetValidDevices(int *devices, int n);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *), cudaDeviceGetTexture1DLinearMaxWidth(...);
cudaError_t cudaDeviceGetHostAtomicCapabilities(...), cudaDeviceGetP2PAtomicCapabilities(...);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *, int, int), cudaDeviceRegisterAsyncNotification(...);
cudaError_t cudaDeviceUnregisterAsyncNotification(int, cudaAsyncCallbackHandle_t);
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget, enum cudaFlushGPUDirectRDMAWritesScope);
cudaError_t cudaGetDriverEntryPointByVersion(...), cudaGetExportTable(...), cudaFuncGetParamInfo(...);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *, const void *), cudaGetKernel(cudaKernel_t *, const void *);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t, enum cudaFuncAttribute, int, int);
cudaError_t cudaLibraryLoadData(...), cudaLibraryLoadFromFile(...), cudaLibraryUnload(cudaLibrary_t);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *, cudaLibrary_t, const char *);
cudaError_t cudaLibraryGetKernelCount(unsigned int *, cudaLibrary_t);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *, unsigned int, cudaLibrary_t);
cudaError_t cudaLibraryGetGlobal(...), cudaLibraryGetManaged(...), cudaLibraryGetUnifiedFunction(...);
cudaError_t cudaLogsCurrent(...), cudaLogsDumpToFile(...), cudaLogsDumpToMemory(...), cudaLogsRegisterCallback(...);
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle);
}

// Functions that device code may call as well.
__GPURACE_EXT_HD cudaError_t cudaMemcpyAsync(
    void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaMemcpy2DAsync(
    void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaMemset2DAsync(
    void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaMemset3DAsync(
    cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
__GPURACE_EXT_HD cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
__GPURACE_EXT_HD cudaError_t cudaDeviceSynchronize(void);
__GPURACE_EXT_HD cudaError_t cudaGetDevice(int *device);
__GPURACE_EXT_HD cudaError_t cudaGetDeviceCount(int *count);
__GPURACE_EXT_HD cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
__GPURACE_EXT_HD cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
__GPURACE_EXT_HD cudaError_t cudaRuntimeGetVersion(int *version);
__GPURACE_EXT_HD cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
__GPURACE_EXT_HD cudaError_t cudaStreamDestroy(cudaStream_t stream);
__GPURACE_EXT_HD cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
__GPURACE_EXT_HD cudaError_t cudaEventCreate(cudaEvent_t *event);
__GPURACE_EXT_HD cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
__GPURACE_EXT_HD cudaError_t cudaEventDestroy(cudaEvent_t event);
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

// ---- typed forms ----------------------------------------------------------------------------------------------------------------------
template <class T>
__host__ __device__ inline cudaError_t cudaMalloc(T **p, size_t size) {
  return cudaMalloc((void **)(void *)p, size);
}
template <class T>
inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned int flags = 0) {
  return cudaMallocHost((void **)(void *)p, size, flags);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **p, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void **)(void *)p, size, stream);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T>
inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned int flags) {
  return cudaHostAlloc((void **)(void *)p, size, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
  return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

// ---- symbols --------------------------------------------------------------------------------------------------------------------------
extern "C" cudaError_t __gpurace_memcpy_to_symbol(
    const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind);
extern "C" cudaError_t __gpurace_memcpy_from_symbol(
    void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind);
extern "C" cudaError_t __gpurace_symbol_address(void **p, const void *symbol);
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0,
                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return __gpurace_memcpy_to_symbol(&symbol, from, n, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t n, size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = 0) {
  return __gpurace_memcpy_to_symbol(&symbol, from, n, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return __gpurace_memcpy_from_symbol(to, &symbol, n, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t n, size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t = 0) {
  return __gpurace_memcpy_from_symbol(to, &symbol, n, offset, kind);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) {
  return __gpurace_symbol_address(p, &symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t *size, const T &) {
  *size = sizeof(T);
  return cudaSuccess;
}

// ---- functions and occupancy ------------------------------------------------------------------------------------------------------------
extern "C" cudaError_t __gpurace_occupancy(int *blocks, const void *kernel, int block, size_t shared);
extern "C" cudaError_t __gpurace_function_attributes(cudaFuncAttributes *attributes, const void *kernel);
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel, enum cudaFuncCache) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetSharedMemConfig(Kernel, enum cudaSharedMemConfig) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel, enum cudaFuncAttribute, int) {
  return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Kernel kernel) {
  return __gpurace_function_attributes(attributes, (const void *)kernel);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel kernel, int block, size_t shared) {
  return __gpurace_occupancy(blocks, (const void *)kernel, block, shared);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *grid, int *block, Kernel kernel, size_t shared = 0, int limit = 0) {
  __gpurace_occupancy(grid, (const void *)kernel, limit, shared);
  return __gpurace_occupancy(block, (const void *)kernel, limit, shared);
}
template <class Size, class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *grid, int *block, Kernel kernel, Size, int limit = 0) {
  __gpurace_occupancy(grid, (const void *)kernel, limit, 0);
  return __gpurace_occupancy(block, (const void *)kernel, limit, 0);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, Kernel kernel, int block, size_t shared, unsigned int) {
  return __gpurace_occupancy(blocks, (const void *)kernel, block, shared);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, Kernel kernel, size_t shared = 0, int limit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}
template <class Size, class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, Kernel kernel, Size, int limit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, 0, limit);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, Kernel kernel, const cudaLaunchConfig_t *config) {
  return __gpurace_occupancy(clusters, (const void *)kernel, 0, config->dynamicSmemBytes);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, Kernel kernel, const cudaLaunchConfig_t *config) {
  return __gpurace_occupancy(size, (const void *)kernel, 0, config->dynamicSmemBytes);
}
template <class Kernel>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Kernel kernel, int, int block) {
  int found;
  cudaError_t error = __gpurace_occupancy(&found, (const void *)kernel, block, 0);
  *bytes = (unsigned int)found;
  return error;
}

// ---- makers -----------------------------------------------------------------------------------------------------------------------------
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
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
  cudaChannelFormatDesc d = {x, y, z, w, f};
  return d;
}
template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(8 * sizeof(T), 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) { return cudaCreateChannelDescHalf(); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescNV12(void) {
  return cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindNV12);
}
