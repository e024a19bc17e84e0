/*
 * A CUDA runtime without a device, for tests of the recorder: a launch starts a thread that plays entries from a file into the
 * ring, as the kernel would. ENTRIES names the file, HANG=N stops after N entries and never ends.
 */
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t *shadow;
static uint64_t buffer;
static volatile bool isRunning;
static const uint64_t ENTRY = 288;

static void *device(void *ring) {
  /* All on one side: the header is ordinary memory here. */
  volatile uint64_t *header = (volatile uint64_t *)ring;
  const char *hang = getenv("HANG");
  uint64_t most = hang ? strtoull(hang, nullptr, 10) : ~0ull;
  FILE *file = fopen(getenv("ENTRIES"), "rb");
  unsigned char entry[ENTRY];
  for (uint64_t i = 0; file && i < most && fread(entry, 1, ENTRY, file) == ENTRY; i++) {
    uint64_t number = header[0];
    header[0] = number + 1;
    while (number - header[1] >= header[2]) usleep(10);
    unsigned char *to = (unsigned char *)header[3] + (number & (header[2] - 1)) * ENTRY;
    memcpy(to, entry, ENTRY);
    __atomic_store_n((uint64_t *)header[5] + (number & (header[2] - 1)), number + 1, __ATOMIC_RELEASE);
  }
  if (hang) {
    fprintf(stderr, "hanging\n");
    for (;;) pause();
  }
  if (file) fclose(file);
  isRunning = false;
  return nullptr;
}

static cudaError_t start() {
  if (buffer == 0) return cudaSuccess;
  isRunning = true;
  pthread_t thread;
  pthread_create(&thread, nullptr, device, (void *)buffer);
  pthread_detach(thread);
  return cudaSuccess;
}

extern "C" {
void __cudaRegisterVar(void **, char *host, char *, const char *, int, size_t, int, int) { shadow = (uint64_t *)host; }
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *) {}
cudaError_t cudaGetDevice(int *device) { return *device = 0, getenv("NO_DEVICE") ? cudaErrorNoDevice : cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int) { return *value = 0, cudaSuccess; }
const char *cudaGetErrorString(cudaError_t) { return "no device"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
cudaError_t cudaHostAlloc(void **at, size_t size, unsigned) { return *at = calloc(1, size), cudaSuccess; }
cudaError_t cudaHostGetDevicePointer(void **at, void *host, unsigned) { return *at = host, cudaSuccess; }
cudaError_t cudaMalloc(void **at, size_t size) { return *at = calloc(1, size), cudaSuccess; }
cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t) { return memset(to, value, size), cudaSuccess; }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind, cudaStream_t) {
  return memcpy(to, from, size), cudaSuccess;
}
/* From ordinary memory: it waits for what the stream has to do. */
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t, size_t, cudaMemcpyKind, cudaStream_t) {
  if (symbol != shadow) return cudaErrorInvalidSymbol;
  while (isRunning) usleep(10);
  return memcpy(&buffer, from, sizeof buffer), cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) { return *stream = nullptr, cudaSuccess; }
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) {
  return *status = cudaStreamCaptureStatusNone, cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t) { return isRunning ? cudaErrorNotReady : cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
#if CUDART_VERSION >= 12000
/* Graphs are for devices. */
#define NONE(name, ...) cudaError_t name(__VA_ARGS__) { return cudaErrorNotSupported; }
#if CUDART_VERSION >= 12030
NONE(cudaFuncGetName, const char **, const void *)
#endif
NONE(cudaGraphChildGraphNodeGetGraph, cudaGraphNode_t, cudaGraph_t *)
NONE(cudaGraphClone, cudaGraph_t *, cudaGraph_t)
NONE(cudaGraphDestroy, cudaGraph_t)
NONE(cudaGraphExecChildGraphNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, cudaGraph_t)
NONE(cudaGraphExecDestroy, cudaGraphExec_t)
NONE(cudaGraphExecHostNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaHostNodeParams *)
NONE(cudaGraphExecKernelNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams *)
NONE(cudaGraphExecMemcpyNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaMemcpy3DParms *)
NONE(cudaGraphExecMemcpyNodeSetParams1D, cudaGraphExec_t, cudaGraphNode_t, void *, const void *, size_t, cudaMemcpyKind)
NONE(cudaGraphExecMemsetNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaMemsetParams *)
#if CUDART_VERSION >= 12020
NONE(cudaGraphExecNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, cudaGraphNodeParams *)
#endif
NONE(cudaGraphExecUpdate, cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *)
NONE(cudaGraphGetNodes, cudaGraph_t, cudaGraphNode_t *, size_t *)
NONE(cudaGraphHostNodeGetParams, cudaGraphNode_t, cudaHostNodeParams *)
NONE(cudaGraphInstantiate, cudaGraphExec_t *, cudaGraph_t, unsigned long long)
NONE(cudaGraphInstantiateWithFlags, cudaGraphExec_t *, cudaGraph_t, unsigned long long)
NONE(cudaGraphInstantiateWithParams, cudaGraphExec_t *, cudaGraph_t, cudaGraphInstantiateParams *)
NONE(cudaGraphInstantiateWithParams_ptsz, cudaGraphExec_t *, cudaGraph_t, cudaGraphInstantiateParams *)
NONE(cudaGraphKernelNodeGetAttribute, cudaGraphNode_t, cudaLaunchAttributeID, cudaLaunchAttributeValue *)
NONE(cudaGraphKernelNodeGetParams, cudaGraphNode_t, cudaKernelNodeParams *)
NONE(cudaGraphKernelNodeSetParams, cudaGraphNode_t, const cudaKernelNodeParams *)
NONE(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t)
NONE(cudaGraphLaunch_ptsz, cudaGraphExec_t, cudaStream_t)
NONE(cudaGraphMemcpyNodeGetParams, cudaGraphNode_t, cudaMemcpy3DParms *)
NONE(cudaGraphMemsetNodeGetParams, cudaGraphNode_t, cudaMemsetParams *)
NONE(cudaGraphNodeFindInClone, cudaGraphNode_t *, cudaGraphNode_t, cudaGraph_t)
#if CUDART_VERSION >= 13000
NONE(cudaGraphNodeGetDependencies, cudaGraphNode_t, cudaGraphNode_t *, cudaGraphEdgeData *, size_t *)
#else
NONE(cudaGraphNodeGetDependencies, cudaGraphNode_t, cudaGraphNode_t *, size_t *)
#endif
NONE(cudaGraphNodeGetType, cudaGraphNode_t, cudaGraphNodeType *)
NONE(cudaGraphNodeSetEnabled, cudaGraphExec_t, cudaGraphNode_t, unsigned)
NONE(cudaLaunchHostFunc, cudaStream_t, cudaHostFn_t, void *)
NONE(cudaMemcpy3DAsync, const cudaMemcpy3DParms *, cudaStream_t)
NONE(cudaMemset2DAsync, void *, size_t, int, size_t, size_t, cudaStream_t)
#endif
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t) { return start(); }
cudaError_t cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t) { return start(); }
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t) { return start(); }
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t) { return start(); }
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **) { return start(); }
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *, const void *, void **) { return start(); }
}
