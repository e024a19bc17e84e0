// CUDA graphs: work that is named first and done later. The runtime has what is declared here (runtime/graphs.h).
#pragma once
#pragma GCC system_header

namespace gpurace {

// `(void *)kernel` becomes `gpurace::erased->*kernel`: a kernel whose type is lost can still be launched by its address.
struct Erased {
  template <class... Formal>
  void *operator->*(void (*kernel)(Formal...)) const {
    void *address = reinterpret_cast<void *>(kernel);
    gpurace_know(address, Call<Formal...>::known);
    return address;
  }
  template <class T>
  void *operator->*(const volatile T *other) const {
    return const_cast<T *>(other);
  }
  void *operator->*(unsigned long long other) const { return reinterpret_cast<void *>(other); }
};
constexpr Erased erased = Erased();

}  // namespace gpurace

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return gpurace_call(kernel, grid, block, arguments, shared, stream, 0);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                               cudaStream_t stream = 0) {
  return gpurace_call(kernel, grid, block, arguments, shared, stream, 1);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments) {
  return gpurace_call(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
                      gpurace::isCooperative(*config));
}
template <class... Formal>
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, void (*kernel)(Formal...), void **arguments) {
  return gpurace::Call<Formal...>::launch(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
                                          gpurace::isCooperative(*config));
}

extern "C" {
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaKernelNodeParams *what);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemcpy3DParms *what);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to,
                                     const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemsetParams *what);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                 const cudaHostNodeParams *what);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaGraph_t child);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count);
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t event);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                     cudaMemAllocNodeParams *what);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *memory);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *what);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *what);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t made);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t made, cudaGraphNode_t node, const cudaKernelNodeParams *what);
cudaError_t cudaGraphUpload(cudaGraphExec_t made, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t made, cudaStream_t stream);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
// What the graph becomes; false where the two have not the same nodes.
int gpurace_graph_update(cudaGraphExec_t made, cudaGraph_t graph);
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags = 0) {
  return cudaGraphInstantiateWithFlags(made, graph, flags);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t graph, cudaGraphNode_t *, char *, size_t) {
  return cudaGraphInstantiateWithFlags(made, graph, 0);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t made, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *about) {
  int isDone = gpurace_graph_update(made, graph);
  about->result = isDone ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError;
  about->errorNode = about->errorFromNode = 0;
  return isDone ? cudaSuccess : gpurace_set_error(cudaErrorGraphExecUpdateFailure);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t made, cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo about;
  cudaError_t error = cudaGraphExecUpdate(made, graph, &about);
  if (node != 0) *node = 0;
  *result = about.result;
  return error;
}
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, const T &symbol,
                                                  const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  char *to = const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol)) + offset;
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind);
}
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to,
                                                    const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  const char *from = const_cast<const char *>(reinterpret_cast<const volatile char *>(&symbol)) + offset;
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind);
}
inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *) { return cudaSuccess; }
inline cudaError_t cudaGraphDebugDotPrint(cudaGraph_t, const char *, unsigned) { return cudaSuccess; }
