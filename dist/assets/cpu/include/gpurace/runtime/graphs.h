/*
 * CUDA graphs, as the runtime has them: a graph is a list of nodes, each with work and with the nodes that come before it.
 * It is launched one node after the other, in the order in which they were added as far as what comes before what allows. A
 * stream that is captured makes a node of what it is asked for.
 */
#pragma once
#include <functional>
#include <memory>

typedef std::function<void(cudaStream_t)> GpuraceWork;

struct CUgraphNode_st {
  cudaGraphNodeType type;
  GpuraceWork work;
  std::vector<CUgraphNode_st *> after;
  cudaKernelNodeParams kernel;
  /* Of a node of a clone. */
  const CUgraphNode_st *origin;
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
  struct Step {
    const CUgraphNode_st *of;
    cudaGraphNodeType type;
    GpuraceWork work;
  };
  std::vector<Step> steps;
};

namespace gpurace {

/* One capture, of all streams that take part in it. */
struct Capture {
  CUgraph_st *graph;
  bool isOver = false;
};
/* Where a stream is in its capture, or where it was when an event was recorded. */
struct CapturedAt {
  std::shared_ptr<Capture> of;
  std::vector<CUgraphNode_st *> last;
};

inline CapturedAt *capturedAt(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread) return nullptr;
  CapturedAt *at = (CapturedAt *)stream->capture;
  return at == nullptr || at->of->isOver ? nullptr : at;
}

inline CUgraphNode_st *addNode(CUgraph_st *graph, cudaGraphNodeType type, const cudaGraphNode_t *after, size_t count, GpuraceWork work) {
  CUgraphNode_st *made = new CUgraphNode_st;
  made->type = type;
  made->work = std::move(work);
  made->after.assign(after, after + count);
  made->kernel = cudaKernelNodeParams();
  made->origin = nullptr;
  graph->nodes.emplace_back(made);
  return made;
}

inline cudaError_t added(cudaGraphNode_t *node, cudaGraph_t graph, cudaGraphNodeType type, const cudaGraphNode_t *after, size_t count,
                         GpuraceWork work) {
  if (graph == nullptr || (after == nullptr && count > 0)) return gpurace_set_error(cudaErrorInvalidValue);
  CUgraphNode_st *made = addNode(graph, type, after, count, std::move(work));
  if (node != nullptr) *node = made;
  return cudaSuccess;
}

inline void capture(CapturedAt &at, cudaGraphNodeType type, GpuraceWork work) {
  CUgraphNode_st *made = addNode(at.of->graph, type, at.last.data(), at.last.size(), std::move(work));
  at.last.assign(1, made);
}

/* The nodes, each behind those that come before it; fewer than all where they go round in a circle. */
inline std::vector<CUgraphNode_st *> inOrder(const CUgraph_st &graph) {
  std::vector<CUgraphNode_st *> order;
  std::set<const CUgraphNode_st *> done;
  for (bool hasMore = true; hasMore;) {
    hasMore = false;
    for (auto &node : graph.nodes) {
      if (done.count(node.get())) continue;
      bool isReady = std::all_of(node->after.begin(), node->after.end(), [&](CUgraphNode_st *one) { return done.count(one) > 0; });
      if (!isReady) continue;
      order.push_back(node.get());
      done.insert(node.get());
      hasMore = true;
    }
  }
  return order;
}

inline std::vector<CUgraphExec_st::Step> stepsOf(const CUgraph_st &graph) {
  std::vector<CUgraphExec_st::Step> steps;
  for (CUgraphNode_st *node : inOrder(graph)) steps.push_back({node, node->type, node->work});
  return steps;
}

/* The launch that a call of a kernel would be, kept to be done later. */
inline GpuraceWork launchOf(const cudaKernelNodeParams &what) {
  State &s = state();
  Pending caught;
  caught.run = nullptr;
  s.caught = &caught;
  gpurace_call(what.func, what.gridDim, what.blockDim, what.kernelParams, what.sharedMemBytes, nullptr, 0);
  s.caught = nullptr;
  if (caught.run == nullptr) return GpuraceWork();
  return [caught](cudaStream_t stream) { launchPending(caught, stream); };
}

inline cudaError_t setKernel(const cudaKernelNodeParams *what, GpuraceWork &work, cudaKernelNodeParams *kept) {
  GpuraceWork made = launchOf(*what);
  if (!made) return gpurace_set_error(cudaErrorInvalidDeviceFunction);
  work = std::move(made);
  if (kept != nullptr) *kept = *what;
  return cudaSuccess;
}

inline cudaError_t listed(const std::vector<CUgraphNode_st *> &all, cudaGraphNode_t *nodes, size_t *count) {
  if (nodes == nullptr) {
    *count = all.size();
    return cudaSuccess;
  }
  for (size_t i = 0; i < *count; i++) nodes[i] = i < all.size() ? all[i] : nullptr;
  *count = std::min(*count, all.size());
  return cudaSuccess;
}

}  // namespace gpurace

extern "C" {

WEAK int gpurace_is_captured(cudaStream_t stream) { return gpurace::capturedAt(stream) != nullptr; }

WEAK void gpurace_capture(cudaStream_t stream, int type, void (*run)(void *), void *what) {
  gpurace::CapturedAt *at = gpurace::capturedAt(stream);
  if (at != nullptr) gpurace::capture(*at, (cudaGraphNodeType)type, [run, what](cudaStream_t) { run(what); });
}

WEAK void gpurace_capture_event(cudaEvent_t event, cudaStream_t stream) {
  using namespace gpurace;
  CapturedAt *at = capturedAt(stream);
  delete (CapturedAt *)event->capture;
  event->capture = at == nullptr ? nullptr : new CapturedAt(*at);
}

/* The stream goes on behind what the event stands for, and takes part in its capture. */
WEAK void gpurace_capture_join(cudaStream_t stream, cudaEvent_t event) {
  using namespace gpurace;
  CapturedAt *from = event == nullptr ? nullptr : (CapturedAt *)event->capture;
  if (from == nullptr || from->of->isOver || stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread) return;
  CapturedAt *at = capturedAt(stream);
  if (at == nullptr) {
    delete (CapturedAt *)stream->capture;
    stream->capture = new CapturedAt(*from);
    return;
  }
  for (CUgraphNode_st *one : from->last)
    if (std::find(at->last.begin(), at->last.end(), one) == at->last.end()) at->last.push_back(one);
}

WEAK cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  using namespace gpurace;
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread || capturedAt(stream) != nullptr)
    return gpurace_set_error(cudaErrorStreamCaptureUnsupported);
  delete (CapturedAt *)stream->capture;
  CapturedAt *at = new CapturedAt;
  at->of = std::make_shared<Capture>();
  at->of->graph = new CUgraph_st;
  stream->capture = at;
  return cudaSuccess;
}

WEAK cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  gpurace::CapturedAt *at = gpurace::capturedAt(stream);
  *graph = at == nullptr ? nullptr : at->of->graph;
  if (at == nullptr) return gpurace_set_error(cudaErrorIllegalState);
  at->of->isOver = true;
  return cudaSuccess;
}

WEAK cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned) {
  *graph = new CUgraph_st;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
  std::map<CUgraphNode_st *, CUgraphNode_st *> copies;
  *clone = new CUgraph_st;
  for (auto &node : graph->nodes) {
    copies[node.get()] = new CUgraphNode_st(*node);
    copies[node.get()]->origin = node.get();
    (*clone)->nodes.emplace_back(copies[node.get()]);
  }
  for (auto &node : (*clone)->nodes)
    for (CUgraphNode_st *&one : node->after) one = copies[one];
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                        const cudaKernelNodeParams *what) {
  GpuraceWork work;
  cudaError_t error = gpurace::setKernel(what, work, nullptr);
  CUgraphNode_st *made = nullptr;
  if (error == cudaSuccess) error = gpurace::added(&made, graph, cudaGraphNodeTypeKernel, after, count, work);
  if (error != cudaSuccess) return error;
  made->kernel = *what;
  if (node != nullptr) *node = made;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                        const cudaMemcpy3DParms *what) {
  cudaMemcpy3DParms copy = *what;
  return gpurace::added(node, graph, cudaGraphNodeTypeMemcpy, after, count, [copy](cudaStream_t) { cudaMemcpy3D(&copy); });
}
WEAK cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *to,
                                          const void *from, size_t bytes, cudaMemcpyKind kind) {
  return gpurace::added(node, graph, cudaGraphNodeTypeMemcpy, after, count, [=](cudaStream_t) { cudaMemcpy(to, from, bytes, kind); });
}
WEAK cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                        const cudaMemsetParams *what) {
  cudaMemsetParams set = *what;
  if (set.elementSize != 1 && set.elementSize != 2 && set.elementSize != 4) return gpurace_set_error(cudaErrorInvalidValue);
  return gpurace::added(node, graph, cudaGraphNodeTypeMemset, after, count, [set](cudaStream_t) {
    for (size_t y = 0; y < set.height; y++)
      for (size_t x = 0; x < set.width; x++) memcpy((char *)set.dst + y * set.pitch + x * set.elementSize, &set.value, set.elementSize);
  });
}
WEAK cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                      const cudaHostNodeParams *what) {
  cudaHostNodeParams call = *what;
  return gpurace::added(node, graph, cudaGraphNodeTypeHost, after, count, [call](cudaStream_t) { call.fn(call.userData); });
}
WEAK cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                            cudaGraph_t child) {
  std::vector<CUgraphExec_st::Step> steps = gpurace::stepsOf(*child);
  return gpurace::added(node, graph, cudaGraphNodeTypeGraph, after, count, [steps](cudaStream_t stream) {
    for (const CUgraphExec_st::Step &step : steps) step.work(stream);
  });
}
WEAK cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count) {
  return gpurace::added(node, graph, cudaGraphNodeTypeEmpty, after, count, [](cudaStream_t) {});
}
WEAK cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                             cudaEvent_t event) {
  return gpurace::added(node, graph, cudaGraphNodeTypeEventRecord, after, count, [event](cudaStream_t stream) { cudaEventRecord(event, stream); });
}
WEAK cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, cudaEvent_t) {
  return gpurace::added(node, graph, cudaGraphNodeTypeWaitEvent, after, count, [](cudaStream_t) {});
}
/* Memory of a graph is there from the beginning, and until the program ends. */
WEAK cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                          cudaMemAllocNodeParams *what) {
  cudaError_t error = gpurace_allocate(&what->dptr, what->bytesize);
  if (error != cudaSuccess) return error;
  return gpurace::added(node, graph, cudaGraphNodeTypeMemAlloc, after, count, [](cudaStream_t) {});
}
WEAK cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count, void *) {
  return gpurace::added(node, graph, cudaGraphNodeTypeMemFree, after, count, [](cudaStream_t) {});
}
WEAK cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i]->after.push_back(from[i]);
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
  *node = nullptr;
  for (auto &one : clone->nodes)
    if (one->origin == original) *node = one.get();
  return *node != nullptr ? cudaSuccess : gpurace_set_error(cudaErrorInvalidValue);
}
WEAK cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  std::vector<CUgraphNode_st *> all;
  for (auto &node : graph->nodes) all.push_back(node.get());
  return gpurace::listed(all, nodes, count);
}
WEAK cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  std::vector<CUgraphNode_st *> all;
  for (auto &node : graph->nodes)
    if (node->after.empty()) all.push_back(node.get());
  return gpurace::listed(all, nodes, count);
}
WEAK cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) {
  *type = node->type;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *what) {
  *what = node->kernel;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *what) {
  return gpurace::setKernel(what, node->work, &node->kernel);
}
WEAK cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long) {
  *made = nullptr;
  std::vector<CUgraphExec_st::Step> steps = gpurace::stepsOf(*graph);
  if (steps.size() != graph->nodes.size()) return gpurace_set_error(cudaErrorInvalidValue);
  *made = new CUgraphExec_st{steps};
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphExecDestroy(cudaGraphExec_t made) {
  delete made;
  return cudaSuccess;
}
WEAK cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t made, cudaGraphNode_t node, const cudaKernelNodeParams *what) {
  for (CUgraphExec_st::Step &step : made->steps)
    if (step.of == node) return gpurace::setKernel(what, step.work, nullptr);
  return gpurace_set_error(cudaErrorInvalidValue);
}
WEAK int gpurace_graph_update(cudaGraphExec_t made, cudaGraph_t graph) {
  std::vector<CUgraphExec_st::Step> steps = gpurace::stepsOf(*graph);
  bool isSame = steps.size() == made->steps.size() && steps.size() == graph->nodes.size();
  for (size_t i = 0; isSame && i < steps.size(); i++) isSame = steps[i].type == made->steps[i].type;
  if (!isSame) return 0;
  for (size_t i = 0; i < steps.size(); i++) made->steps[i].work = steps[i].work;
  return 1;
}
WEAK cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
WEAK cudaError_t cudaGraphLaunch(cudaGraphExec_t made, cudaStream_t stream) {
  std::vector<CUgraphExec_st::Step> steps = made->steps;
  auto all = [steps](cudaStream_t on) {
    for (const CUgraphExec_st::Step &step : steps) step.work(on);
  };
  gpurace::CapturedAt *at = gpurace::capturedAt(stream);
  if (at != nullptr) gpurace::capture(*at, cudaGraphNodeTypeGraph, all);
  else all(stream);
  return gpurace_error(0);
}
}
