// Functions of the driver API. Programs that use it launch kernels by handles, which are not followed.
#pragma once
#include <gpurace/driver_types.h>

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
CUresult cuCtxGetApiVersion(CUcontext, unsigned int *), cuCtxSetLimit(CUlimit, size_t), cuCtxGetLimit(size_t *, CUlimit);
CUresult cuCtxSetCacheConfig(CUfunc_cache), cuCtxGetCacheConfig(CUfunc_cache *), cuCtxGetFlags(unsigned int *);
CUresult cuCtxSetFlags(unsigned int), cuCtxGetId(CUcontext, unsigned long long *), cuCtxAttach(CUcontext *, unsigned int);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *), cuCtxSetSharedMemConfig(CUsharedconfig);
CUresult cuCtxGetStreamPriorityRange(int *, int *), cuCtxResetPersistingL2Cache(void);
CUresult cuCtxGetExecAffinity(CUexecAffinityParam *, CUexecAffinityType), cuCtxEnablePeerAccess(CUcontext, unsigned int);
CUresult cuCtxDisablePeerAccess(CUcontext), cuCtxGetDevResource(...), cuCtxFromGreenCtx(CUcontext *, CUgreenCtx);
CUresult cuCtxRecordEvent(CUcontext, CUevent), cuCtxWaitEvent(CUcontext, CUevent);
CUresult cuGreenCtxCreate(...), cuGreenCtxDestroy(CUgreenCtx), cuGreenCtxGetDevResource(...), cuGreenCtxGetId(...);
CUresult cuGreenCtxRecordEvent(CUgreenCtx, CUevent), cuGreenCtxWaitEvent(CUgreenCtx, CUevent);
CUresult cuGreenCtxStreamCreate(...), cuDevResourceGenerateDesc(...), cuDevSmResourceSplitByCount(...);
CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice), cuDevicePrimaryCtxRelease(CUdevice);
CUresult cuDevicePrimaryCtxReset(CUdevice), cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int);
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned int *, int *), cuDeviceGetUuid(CUuuid *, CUdevice);
CUresult cuDeviceComputeCapability(int *, int *, CUdevice), cuDeviceCanAccessPeer(int *, CUdevice, CUdevice);
CUresult cuDeviceGetP2PAttribute(int *, CUdevice_P2PAttribute, CUdevice, CUdevice), cuDeviceGetByPCIBusId(CUdevice *, const char *);
CUresult cuDeviceGetPCIBusId(char *, int, CUdevice), cuDeviceGetProperties(CUdevprop *, CUdevice), cuDeviceGetLuid(...);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *, CUdevice), cuDeviceGetMemPool(CUmemoryPool *, CUdevice);
CUresult cuDeviceSetMemPool(CUdevice, CUmemoryPool), cuDeviceGetDevResource(...), cuDeviceGetExecAffinitySupport(...);
CUresult cuDeviceGetGraphMemAttribute(...), cuDeviceSetGraphMemAttribute(...), cuDeviceGraphMemTrim(CUdevice);
CUresult cuDeviceGetHostAtomicCapabilities(...), cuDeviceGetP2PAtomicCapabilities(...), cuDeviceGetNvSciSyncAttributes(...);
CUresult cuDeviceGetTexture1DLinearMaxWidth(...), cuDeviceRegisterAsyncNotification(...);
CUresult cuDeviceUnregisterAsyncNotification(CUdevice, CUasyncCallbackHandle), cuFlushGPUDirectRDMAWrites(...);
CUresult cuGetProcAddress(...), cuGetExportTable(...);
CUresult cuLogsRegisterCallback(...), cuLogsUnregisterCallback(...), cuLogsCurrent(...), cuLogsDumpToFile(...), cuLogsDumpToMemory(...);
CUresult cuCoredumpGetAttribute(...), cuCoredumpSetAttribute(...), cuCoredumpGetAttributeGlobal(...), cuCoredumpSetAttributeGlobal(...);
CUresult cuCheckpointProcessLock(...), cuCheckpointProcessUnlock(...), cuCheckpointProcessCheckpoint(...);
CUresult cuCheckpointProcessRestore(...), cuCheckpointProcessGetState(...), cuCheckpointProcessGetRestoreThreadId(...);
CUresult cuProfilerStart(void), cuProfilerStop(void);

CUresult cuModuleLoadDataEx(...), cuModuleLoadFatBinary(...), cuModuleGetTexRef(...), cuModuleGetSurfRef(...);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *), cuModuleGetFunctionCount(...), cuModuleEnumerateFunctions(...);
CUresult cuLinkCreate(...), cuLinkAddData(...), cuLinkAddFile(...), cuLinkComplete(...), cuLinkDestroy(...);
CUresult cuLibraryLoadData(...), cuLibraryLoadFromFile(...), cuLibraryUnload(CUlibrary), cuLibraryGetGlobal(...);
CUresult cuLibraryGetKernel(CUkernel *, CUlibrary, const char *), cuLibraryGetKernelCount(unsigned int *, CUlibrary);
CUresult cuLibraryEnumerateKernels(CUkernel *, unsigned int, CUlibrary), cuLibraryGetModule(CUmodule *, CUlibrary);
CUresult cuLibraryGetManaged(...), cuLibraryGetUnifiedFunction(...);
CUresult cuKernelGetFunction(CUfunction *, CUkernel), cuKernelGetLibrary(CUlibrary *, CUkernel);
CUresult cuKernelGetName(const char **, CUkernel), cuKernelGetParamInfo(CUkernel, size_t, size_t *, size_t *);
CUresult cuKernelGetAttribute(int *, CUfunction_attribute, CUkernel, CUdevice), cuKernelSetCacheConfig(...);
CUresult cuKernelSetAttribute(CUfunction_attribute, int, CUkernel, CUdevice);
CUresult cuFuncGetAttribute(int *, CUfunction_attribute, CUfunction), cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache), cuFuncSetSharedMemConfig(CUfunction, CUsharedconfig);
CUresult cuFuncGetModule(CUmodule *, CUfunction), cuFuncGetName(const char **, CUfunction), cuFuncLoad(CUfunction);
CUresult cuFuncGetParamInfo(CUfunction, size_t, size_t *, size_t *), cuFuncIsLoaded(CUfunctionLoadingState *, CUfunction);
CUresult cuFuncSetBlockShape(...), cuFuncSetSharedSize(...), cuParamSetSize(...), cuParamSeti(...);
CUresult cuParamSetf(...), cuParamSetv(...), cuParamSetTexRef(...), cuLaunch(CUfunction), cuLaunchGrid(...);
CUresult cuLaunchGridAsync(...), cuLaunchCooperativeKernel(...), cuLaunchCooperativeKernelMultiDevice(...);
CUresult cuLaunchKernelEx(const CUlaunchConfig *, CUfunction, void **, void **), cuLaunchHostFunc(CUstream, CUhostFn, void *);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int, size_t);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, CUfunction, int, size_t, unsigned int);
CUresult cuOccupancyMaxPotentialBlockSize(int *, int *, CUfunction, CUoccupancyB2DSize, size_t, int);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, CUfunction, CUoccupancyB2DSize, size_t, int, unsigned int);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *, CUfunction, int, int);
CUresult cuOccupancyMaxActiveClusters(int *, CUfunction, const CUlaunchConfig *);
CUresult cuOccupancyMaxPotentialClusterSize(int *, CUfunction, const CUlaunchConfig *);

CUresult cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int), cuMemAllocPitch(CUdeviceptr *, size_t *, size_t, size_t, unsigned int);
CUresult cuMemAllocAsync(CUdeviceptr *, size_t, CUstream), cuMemAllocFromPoolAsync(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
CUresult cuMemFreeAsync(CUdeviceptr, CUstream), cuMemAllocHost(void **, size_t), cuMemFreeHost(void *);
CUresult cuMemHostAlloc(void **, size_t, unsigned int), cuMemHostGetFlags(unsigned int *, void *);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *, void *, unsigned int), cuMemHostUnregister(void *);
CUresult cuMemHostRegister(void *, size_t, unsigned int);
CUresult cuMemcpy(CUdeviceptr, CUdeviceptr, size_t), cuMemcpyAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream);
CUresult cuMemcpyHtoDAsync(CUdeviceptr, const void *, size_t, CUstream), cuMemcpyDtoHAsync(void *, CUdeviceptr, size_t, CUstream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream), cuMemcpyPeer(...), cuMemcpyPeerAsync(...);
CUresult cuMemcpyAtoA(...), cuMemcpyAtoD(...), cuMemcpyAtoH(...), cuMemcpyAtoHAsync(...), cuMemcpyDtoA(...);
CUresult cuMemcpyHtoA(...), cuMemcpyHtoAAsync(...), cuMemcpyBatchAsync(...), cuMemcpy3DBatchAsync(...);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *), cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *, CUstream), cuMemcpy3D(const CUDA_MEMCPY3D *);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *, CUstream), cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *);
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *, CUstream);
CUresult cuMemsetD16(CUdeviceptr, unsigned short, size_t), cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream);
CUresult cuMemsetD16Async(CUdeviceptr, unsigned short, size_t, CUstream);
CUresult cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream);
#define __GPURACE_SET_2D(BITS, T)                                                         \
  CUresult cuMemsetD2D##BITS(CUdeviceptr, size_t, T, size_t, size_t),                     \
      cuMemsetD2D##BITS##Async(CUdeviceptr, size_t, T, size_t, size_t, CUstream);
__GPURACE_SET_2D(8, unsigned char)
__GPURACE_SET_2D(16, unsigned short)
__GPURACE_SET_2D(32, unsigned int)
#undef __GPURACE_SET_2D
CUresult cuMemAdvise(...), cuMemPrefetchAsync(...), cuMemPrefetchBatchAsync(...), cuMemDiscardBatchAsync(...);
CUresult cuMemDiscardAndPrefetchBatchAsync(...), cuMemRangeGetAttribute(...), cuMemRangeGetAttributes(...);
CUresult cuMemBatchDecompressAsync(...), cuMemCreate(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long);
CUresult cuMemRelease(CUmemGenericAllocationHandle), cuMemUnmap(CUdeviceptr, size_t), cuMemMapArrayAsync(...);
CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
CUresult cuMemAddressReserve(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long), cuMemAddressFree(CUdeviceptr, size_t);
CUresult cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t), cuMemGetAccess(unsigned long long *, const CUmemLocation *, CUdeviceptr);
CUresult cuMemGetAllocationGranularity(size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *, CUmemGenericAllocationHandle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *, void *), cuMemGetAddressRange(CUdeviceptr *, size_t *, CUdeviceptr);
CUresult cuMemExportToShareableHandle(...), cuMemImportFromShareableHandle(...), cuMemGetHandleForAddressRange(...);
CUresult cuMemPoolCreate(CUmemoryPool *, const CUmemPoolProps *), cuMemPoolDestroy(CUmemoryPool), cuMemPoolTrimTo(CUmemoryPool, size_t);
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *), cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void *);
CUresult cuMemPoolSetAccess(...), cuMemPoolGetAccess(...), cuMemPoolExportToShareableHandle(...), cuMemPoolExportPointer(...);
CUresult cuMemPoolImportFromShareableHandle(...), cuMemPoolImportPointer(...);
CUresult cuMemGetDefaultMemPool(...), cuMemGetMemPool(...), cuMemSetMemPool(...);
CUresult cuMulticastCreate(...), cuMulticastAddDevice(...), cuMulticastBindMem(...), cuMulticastBindAddr(...);
CUresult cuMulticastUnbind(...), cuMulticastGetGranularity(...);
CUresult cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr), cuPointerSetAttribute(const void *, CUpointer_attribute, CUdeviceptr);
CUresult cuPointerGetAttributes(unsigned int, CUpointer_attribute *, void **, CUdeviceptr);
CUresult cuIpcGetMemHandle(CUipcMemHandle *, CUdeviceptr), cuIpcOpenMemHandle(CUdeviceptr *, CUipcMemHandle, unsigned int);
CUresult cuIpcCloseMemHandle(CUdeviceptr), cuIpcGetEventHandle(CUipcEventHandle *, CUevent), cuIpcOpenEventHandle(CUevent *, CUipcEventHandle);
CUresult cuImportExternalMemory(CUexternalMemory *, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *), cuDestroyExternalMemory(CUexternalMemory);
CUresult cuExternalMemoryGetMappedBuffer(...), cuExternalMemoryGetMappedMipmappedArray(...);
CUresult cuImportExternalSemaphore(CUexternalSemaphore *, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *);
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore), cuSignalExternalSemaphoresAsync(...), cuWaitExternalSemaphoresAsync(...);

CUresult cuStreamQuery(CUstream), cuStreamWaitEvent(CUstream, CUevent, unsigned int);
CUresult cuStreamAddCallback(CUstream, CUstreamCallback, void *, unsigned int), cuStreamAttachMemAsync(...);
CUresult cuStreamCreateWithPriority(CUstream *, unsigned int, int), cuStreamGetPriority(CUstream, int *);
CUresult cuStreamGetFlags(CUstream, unsigned int *), cuStreamGetId(CUstream, unsigned long long *), cuStreamGetCtx(...);
CUresult cuStreamGetDevice(CUstream, CUdevice *), cuStreamGetGreenCtx(CUstream, CUgreenCtx *), cuStreamCopyAttributes(CUstream, CUstream);
CUresult cuStreamGetAttribute(CUstream, CUstreamAttrID, CUstreamAttrValue *);
CUresult cuStreamSetAttribute(CUstream, CUstreamAttrID, const CUstreamAttrValue *);
CUresult cuStreamWaitValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int), cuStreamWaitValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
CUresult cuStreamWriteValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int), cuStreamWriteValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
CUresult cuStreamBatchMemOp(CUstream, unsigned int, CUstreamBatchMemOpParams *, unsigned int);
CUresult cuStreamBeginCapture(CUstream, CUstreamCaptureMode), cuStreamBeginCaptureToGraph(...), cuStreamEndCapture(CUstream, CUgraph *);
CUresult cuStreamIsCapturing(CUstream, CUstreamCaptureStatus *), cuStreamGetCaptureInfo(...), cuStreamUpdateCaptureDependencies(...);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *);
CUresult cuEventCreate(CUevent *, unsigned int), cuEventRecord(CUevent, CUstream), cuEventSynchronize(CUevent);
CUresult cuEventRecordWithFlags(CUevent, CUstream, unsigned int);
CUresult cuEventQuery(CUevent), cuEventDestroy(CUevent), cuEventElapsedTime(float *, CUevent, CUevent);

CUresult cuGraphCreate(CUgraph *, unsigned int), cuGraphDestroy(CUgraph), cuGraphClone(CUgraph *, CUgraph);
CUresult cuGraphInstantiate(CUgraphExec *, CUgraph, unsigned long long), cuGraphInstantiateWithParams(...);
CUresult cuGraphLaunch(CUgraphExec, CUstream), cuGraphUpload(CUgraphExec, CUstream), cuGraphExecDestroy(CUgraphExec);
CUresult cuGraphExecGetFlags(CUgraphExec, cuuint64_t *), cuGraphExecUpdate(CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo *);
CUresult cuGraphAddNode(...), cuGraphAddDependencies(...), cuGraphRemoveDependencies(...), cuGraphDestroyNode(CUgraphNode);
CUresult cuGraphGetNodes(CUgraph, CUgraphNode *, size_t *), cuGraphGetRootNodes(CUgraph, CUgraphNode *, size_t *), cuGraphGetEdges(...);
CUresult cuGraphNodeGetType(CUgraphNode, CUgraphNodeType *), cuGraphNodeFindInClone(CUgraphNode *, CUgraphNode, CUgraph);
CUresult cuGraphNodeGetDependencies(...), cuGraphNodeGetDependentNodes(...), cuGraphNodeSetParams(...), cuGraphExecNodeSetParams(...);
CUresult cuGraphNodeGetEnabled(CUgraphExec, CUgraphNode, unsigned int *), cuGraphNodeSetEnabled(CUgraphExec, CUgraphNode, unsigned int);
CUresult cuGraphDebugDotPrint(CUgraph, const char *, unsigned int), cuGraphConditionalHandleCreate(...);
CUresult cuGraphAddEmptyNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t), cuGraphAddChildGraphNode(...);
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode, CUgraph *), cuGraphExecChildGraphNodeSetParams(...);
// A kind of node: how it is added, asked and changed.
#define __GPURACE_NODES(KIND, T)                                                                                    \
  CUresult cuGraphAdd##KIND##Node(...), cuGraphExec##KIND##NodeSetParams(...),                                      \
      cuGraph##KIND##NodeGetParams(CUgraphNode, T *), cuGraph##KIND##NodeSetParams(CUgraphNode, const T *);
__GPURACE_NODES(Kernel, CUDA_KERNEL_NODE_PARAMS)
__GPURACE_NODES(Memcpy, CUDA_MEMCPY3D)
__GPURACE_NODES(Memset, CUDA_MEMSET_NODE_PARAMS)
__GPURACE_NODES(Host, CUDA_HOST_NODE_PARAMS)
__GPURACE_NODES(BatchMemOp, CUDA_BATCH_MEM_OP_NODE_PARAMS)
__GPURACE_NODES(ExternalSemaphoresSignal, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS)
__GPURACE_NODES(ExternalSemaphoresWait, CUDA_EXT_SEM_WAIT_NODE_PARAMS)
#undef __GPURACE_NODES
CUresult cuGraphAddMemAllocNode(...), cuGraphMemAllocNodeGetParams(CUgraphNode, CUDA_MEM_ALLOC_NODE_PARAMS *);
CUresult cuGraphAddMemFreeNode(...), cuGraphMemFreeNodeGetParams(CUgraphNode, CUdeviceptr *);
#define __GPURACE_NODES(KIND)                                                                                       \
  CUresult cuGraphAdd##KIND##Node(...), cuGraph##KIND##NodeGetEvent(CUgraphNode, CUevent *),                        \
      cuGraph##KIND##NodeSetEvent(CUgraphNode, CUevent), cuGraphExec##KIND##NodeSetEvent(CUgraphExec, CUgraphNode, CUevent);
__GPURACE_NODES(EventRecord)
__GPURACE_NODES(EventWait)
#undef __GPURACE_NODES
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode, CUgraphNode);
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode, CUkernelNodeAttrID, CUkernelNodeAttrValue *);
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode, CUkernelNodeAttrID, const CUkernelNodeAttrValue *);
CUresult cuUserObjectCreate(CUuserObject *, void *, CUhostFn, unsigned int, unsigned int), cuUserObjectRetain(...);
CUresult cuUserObjectRelease(...), cuGraphRetainUserObject(...), cuGraphReleaseUserObject(...);

CUresult cuArrayCreate(CUarray *, const CUDA_ARRAY_DESCRIPTOR *), cuArrayDestroy(CUarray);
CUresult cuArray3DCreate(CUarray *, const CUDA_ARRAY3D_DESCRIPTOR *), cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *, CUarray);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *, CUarray), cuArrayGetPlane(CUarray *, CUarray, unsigned int);
CUresult cuArrayGetMemoryRequirements(...), cuArrayGetSparseProperties(...);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *, const CUDA_ARRAY3D_DESCRIPTOR *, unsigned int), cuMipmappedArrayDestroy(CUmipmappedArray);
CUresult cuMipmappedArrayGetLevel(CUarray *, CUmipmappedArray, unsigned int);
CUresult cuMipmappedArrayGetMemoryRequirements(...), cuMipmappedArrayGetSparseProperties(...);
CUresult cuTexRefCreate(CUtexref *), cuTexRefDestroy(CUtexref);
#define __GPURACE_PROPERTY(NAME) CUresult cuTexRefSet##NAME(...), cuTexRefGet##NAME(...);
__GPURACE_PROPERTY(Array)
__GPURACE_PROPERTY(Address)
__GPURACE_PROPERTY(AddressMode)
__GPURACE_PROPERTY(BorderColor)
__GPURACE_PROPERTY(FilterMode)
__GPURACE_PROPERTY(Flags)
__GPURACE_PROPERTY(Format)
__GPURACE_PROPERTY(MaxAnisotropy)
__GPURACE_PROPERTY(MipmapFilterMode)
__GPURACE_PROPERTY(MipmapLevelBias)
__GPURACE_PROPERTY(MipmapLevelClamp)
__GPURACE_PROPERTY(MipmappedArray)
#undef __GPURACE_PROPERTY
CUresult cuTexRefSetAddress2D(...), cuSurfRefSetArray(CUsurfref, CUarray, unsigned int), cuSurfRefGetArray(CUarray *, CUsurfref);
CUresult cuTexObjectCreate(CUtexObject *, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *, const CUDA_RESOURCE_VIEW_DESC *);
CUresult cuTexObjectDestroy(CUtexObject), cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *, CUtexObject);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *, CUtexObject), cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *, CUtexObject);
CUresult cuSurfObjectCreate(CUsurfObject *, const CUDA_RESOURCE_DESC *), cuSurfObjectDestroy(CUsurfObject);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *, CUsurfObject);
CUresult cuGraphicsMapResources(unsigned int, CUgraphicsResource *, CUstream), cuGraphicsUnmapResources(unsigned int, CUgraphicsResource *, CUstream);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *, size_t *, CUgraphicsResource), cuGraphicsUnregisterResource(CUgraphicsResource);
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *, CUgraphicsResource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned int);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *, CUgraphicsResource, unsigned int, unsigned int);
CUresult cuTensorMapEncodeIm2col(...), cuTensorMapEncodeIm2colWide(...);
inline CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *tensor) {
  map->tensor = tensor;
  return CUDA_SUCCESS;
}
}

// ---- maps of tensors -------------------------------------------------------------------------
namespace __gpurace {
// Bytes of an element; 0 where it takes another number of them in shared memory.
inline unsigned long long element_bytes(CUtensorMapDataType type) {
  if (type == CU_TENSOR_MAP_DATA_TYPE_UINT8) return 1;
  if (type == CU_TENSOR_MAP_DATA_TYPE_UINT16 || type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 ||
      type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16)
    return 2;
  if (type == CU_TENSOR_MAP_DATA_TYPE_UINT64 || type == CU_TENSOR_MAP_DATA_TYPE_INT64 ||
      type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64)
    return 8;
  return type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B ? 0 : 4;
}
// Elements of a box along one axis, of which every so manieth is copied.
inline unsigned long long box_extent(unsigned int rank, unsigned int axis, const cuuint32_t *box, const cuuint32_t *steps) {
  return axis < rank ? (box[axis] + steps[axis] - 1) / steps[axis] : 1;
}
inline bool is_stepped(unsigned int rank, unsigned int axis, const cuuint32_t *steps) {
  return axis < rank && steps[axis] != 1;
}
}  // namespace __gpurace
extern "C" inline CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *tensor,
                                                  const cuuint64_t *sizes, const cuuint64_t *strides,
                                                  const cuuint32_t *box, const cuuint32_t *steps,
                                                  CUtensorMapInterleave interleave, CUtensorMapSwizzle,
                                                  CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  using namespace __gpurace;
  unsigned long long element = interleave == CU_TENSOR_MAP_INTERLEAVE_NONE ? element_bytes(type) : 0;
  unsigned long long x = box_extent(rank, 0, box, steps), y = box_extent(rank, 1, box, steps);
  unsigned long long z = box_extent(rank, 2, box, steps), w = box_extent(rank, 3, box, steps);
  unsigned long long v = box_extent(rank, 4, box, steps);
  bool stepped = is_stepped(rank, 0, steps) || is_stepped(rank, 1, steps) || is_stepped(rank, 2, steps) ||
                 is_stepped(rank, 3, steps) || is_stepped(rank, 4, steps);
  map->opaque[0] = element * x * y * z * w * v;
  map->opaque[1] = stepped ? 0 : element;
  map->opaque[2] = x | y << 9 | z << 18 | w << 27 | v << 36;
  map->opaque[3] = sizes[0];
  map->opaque[4] = rank > 1 ? sizes[1] : 1;
  map->opaque[5] = rank > 2 ? sizes[2] : 1;
  map->opaque[6] = rank > 3 ? sizes[3] : 1;
  map->opaque[7] = rank > 4 ? sizes[4] : 1;
  map->opaque[8] = rank > 1 ? strides[0] : 0;
  map->opaque[9] = rank > 2 ? strides[1] : 0;
  map->opaque[10] = rank > 3 ? strides[2] : 0;
  map->opaque[11] = rank > 4 ? strides[3] : 0;
  map->tensor = tensor;
  return CUDA_SUCCESS;
}

#ifndef __HIP__
// Programs that do not link the driver ask for the function by its name.
extern "C" void __gpurace_driver_entry(const char *name, void **function);
namespace __gpurace {
inline cudaError_t driver_entry(const char *name, void **function) {
  // Of the names that begin with "cuTen", this is the one with these letters at these places.
  if (name[2] == 'T' && name[4] == 'n' && name[11] == 'E' && name[17] == 'T')
    *function = reinterpret_cast<void *>(&cuTensorMapEncodeTiled);
  else
    __gpurace_driver_entry(name, function);
  return cudaSuccess;
}
}  // namespace __gpurace
template <class Function>
inline cudaError_t cudaGetDriverEntryPoint(const char *name, Function **function, unsigned long long,
                                           cudaDriverEntryPointQueryResult *status = nullptr) {
  if (status != nullptr) *status = cudaDriverEntryPointSuccess;
  return __gpurace::driver_entry(name, reinterpret_cast<void **>(function));
}
template <class Function>
inline cudaError_t cudaGetDriverEntryPointByVersion(const char *name, Function **function, unsigned int,
                                                    unsigned long long flags,
                                                    cudaDriverEntryPointQueryResult *status = nullptr) {
  return cudaGetDriverEntryPoint(name, function, flags, status);
}
#endif

// ---- names with a version: the plain names, of which there is one here ------------------------------------------------------------
#define cuCtxCreate_v2 cuCtxCreate
#define cuCtxCreate_v3 cuCtxCreate
#define cuCtxCreate_v4 cuCtxCreate
#define cuCtxDestroy_v2 cuCtxDestroy
#define cuCtxPopCurrent_v2 cuCtxPopCurrent
#define cuCtxPushCurrent_v2 cuCtxPushCurrent
#define cuCtxSynchronize_v2 cuCtxSynchronize
#define cuCtxGetDevice_v2 cuCtxGetDevice
#define cuDeviceTotalMem_v2 cuDeviceTotalMem
#define cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2 cuDevicePrimaryCtxReset
#define cuDevicePrimaryCtxSetFlags_v2 cuDevicePrimaryCtxSetFlags
#define cuDeviceGetUuid_v2 cuDeviceGetUuid
#define cuEventDestroy_v2 cuEventDestroy
#define cuEventElapsedTime_v2 cuEventElapsedTime
#define cuGetProcAddress_v2 cuGetProcAddress
#define cuGraphInstantiate_v2 cuGraphInstantiate
#define cuGraphExecUpdate_v2 cuGraphExecUpdate
#define cuGraphAddKernelNode_v2 cuGraphAddKernelNode
#define cuGraphicsResourceGetMappedPointer_v2 cuGraphicsResourceGetMappedPointer
#define cuGraphicsResourceSetMapFlags_v2 cuGraphicsResourceSetMapFlags
#define cuIpcOpenMemHandle_v2 cuIpcOpenMemHandle
#define cuLinkAddData_v2 cuLinkAddData
#define cuLinkAddFile_v2 cuLinkAddFile
#define cuLinkCreate_v2 cuLinkCreate
#define cuMemAlloc_v2 cuMemAlloc
#define cuMemAllocHost_v2 cuMemAllocHost
#define cuMemAllocPitch_v2 cuMemAllocPitch
#define cuMemFree_v2 cuMemFree
#define cuMemGetInfo_v2 cuMemGetInfo
#define cuMemGetAddressRange_v2 cuMemGetAddressRange
#define cuMemHostGetDevicePointer_v2 cuMemHostGetDevicePointer
#define cuMemHostRegister_v2 cuMemHostRegister
#define cuMemAdvise_v2 cuMemAdvise
#define cuMemPrefetchAsync_v2 cuMemPrefetchAsync
#define cuMemcpy2D_v2 cuMemcpy2D
#define cuMemcpy2DAsync_v2 cuMemcpy2DAsync
#define cuMemcpy2DUnaligned_v2 cuMemcpy2DUnaligned
#define cuMemcpy3D_v2 cuMemcpy3D
#define cuMemcpy3DAsync_v2 cuMemcpy3DAsync
#define cuMemcpyAtoA_v2 cuMemcpyAtoA
#define cuMemcpyAtoD_v2 cuMemcpyAtoD
#define cuMemcpyAtoH_v2 cuMemcpyAtoH
#define cuMemcpyAtoHAsync_v2 cuMemcpyAtoHAsync
#define cuMemcpyDtoA_v2 cuMemcpyDtoA
#define cuMemcpyDtoD_v2 cuMemcpyDtoD
#define cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync
#define cuMemcpyDtoH_v2 cuMemcpyDtoH
#define cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync
#define cuMemcpyHtoA_v2 cuMemcpyHtoA
#define cuMemcpyHtoAAsync_v2 cuMemcpyHtoAAsync
#define cuMemcpyHtoD_v2 cuMemcpyHtoD
#define cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync
#define cuMemcpyBatchAsync_v2 cuMemcpyBatchAsync
#define cuMemcpy3DBatchAsync_v2 cuMemcpy3DBatchAsync
#define cuMemsetD8_v2 cuMemsetD8
#define cuMemsetD16_v2 cuMemsetD16
#define cuMemsetD32_v2 cuMemsetD32
#define cuMemsetD2D8_v2 cuMemsetD2D8
#define cuMemsetD2D16_v2 cuMemsetD2D16
#define cuMemsetD2D32_v2 cuMemsetD2D32
#define cuModuleGetGlobal_v2 cuModuleGetGlobal
#define cuStreamBatchMemOp_v2 cuStreamBatchMemOp
#define cuStreamBeginCapture_v2 cuStreamBeginCapture
#define cuStreamDestroy_v2 cuStreamDestroy
#define cuStreamGetCaptureInfo_v2 cuStreamGetCaptureInfo
#define cuStreamGetCaptureInfo_v3 cuStreamGetCaptureInfo
#define cuStreamGetCtx_v2 cuStreamGetCtx
#define cuStreamUpdateCaptureDependencies_v2 cuStreamUpdateCaptureDependencies
#define cuStreamWaitValue32_v2 cuStreamWaitValue32
#define cuStreamWaitValue64_v2 cuStreamWaitValue64
#define cuStreamWriteValue32_v2 cuStreamWriteValue32
#define cuStreamWriteValue64_v2 cuStreamWriteValue64
#define cuTexRefSetAddress_v2 cuTexRefSetAddress
#define cuTexRefSetAddress2D_v2 cuTexRefSetAddress2D
#define cuTexRefSetAddress2D_v3 cuTexRefSetAddress2D
#define cuTexRefGetAddress_v2 cuTexRefGetAddress
#define cuArrayCreate_v2 cuArrayCreate
#define cuArrayGetDescriptor_v2 cuArrayGetDescriptor
#define cuArray3DCreate_v2 cuArray3DCreate
#define cuArray3DGetDescriptor_v2 cuArray3DGetDescriptor
