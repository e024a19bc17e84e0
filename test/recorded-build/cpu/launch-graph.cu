// A CUDA graph that is made by hand, one that a stream is captured for, with a fork and its join, and a kernel that is launched by
// its address; in the graph of one launch the blocks race, between its launches nothing does.
// race 1: inter-block-race
#include <cstdio>
#include <vector>

__global__ void fill(int *a, int first) { a[blockIdx.x * blockDim.x + threadIdx.x] = first + threadIdx.x; }

template <class T>
__global__ void twice(const T *a, T *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}

__global__ void total(const int *a, int *sum, int n) {
  int mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += a[i];
  *sum += mine;                                   // race 1 race 1
}

static void add(void *data) { ++*static_cast<int *>(data); }

static int byHand(int *a, int *b, int *copy, int n) {
  cudaGraph_t graph;
  cudaGraphExec_t made;
  std::vector<cudaGraphNode_t> before;
  cudaGraphNode_t node, early;
  int calls = 0, first = 5;
  cudaGraphCreate(&graph, 0);
  void *fillArguments[] = {&a, &first};
  cudaKernelNodeParams kernel = {0};
  kernel.func = (void *)fill;
  kernel.gridDim = dim3(n / 64);
  kernel.blockDim = dim3(64);
  kernel.kernelParams = fillArguments;
  cudaGraphAddKernelNode(&early, graph, nullptr, 0, &kernel);
  first = 1000;
  void *twiceArguments[] = {&a, &b, &n};
  kernel.func = reinterpret_cast<void *>(&twice<int>);
  kernel.kernelParams = twiceArguments;
  cudaGraphAddKernelNode(&node, graph, &early, 1, &kernel);
  before.push_back(node);
  cudaGraphAddMemcpyNode1D(&node, graph, before.data(), before.size(), copy, b, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaHostNodeParams host = {0};
  host.fn = add;
  host.userData = &calls;
  cudaGraphAddHostNode(&node, graph, &node, 1, &host);
  size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  cudaGraphInstantiate(&made, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(made, 0);
  int firstSum = copy[0];
  kernel.func = (void *)fill;
  kernel.kernelParams = fillArguments;
  cudaGraphExecKernelNodeSetParams(made, early, &kernel);
  cudaGraphLaunch(made, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(made);
  cudaGraphDestroy(graph);
  printf("%d nodes, %d calls, %d %d\n", (int)count, calls, firstSum, copy[0]);
  return copy[n - 1];
}

static void byCapture(int *a, int *b, int *sum, int n) {
  cudaStream_t one, other;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t made;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(sum, 0, sizeof(int), one);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(other, fork, 0);
  fill<<<n / 64, 64, 0, other>>>(a, 1);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(one, join, 0);
  twice<int><<<n / 64, 64, 0, one>>>(a, b, n);
  total<<<2, 1, 0, one>>>(b, sum, n);
  cudaStreamEndCapture(one, &graph);
  *sum = -1;
  cudaGraphInstantiate(&made, graph, 0);
  int before = *sum;
  cudaGraphLaunch(made, one);
  cudaGraphLaunch(made, one);
  cudaStreamSynchronize(one);
  printf("%d, then %s\n", before, *sum == 2 * n * 65 || *sum == n * 65 ? "a sum" : "something else");
}

int main() {
  int n = 128, *m;
  cudaMallocManaged(&m, 4 * n * sizeof(int));
  printf("%d\n", byHand(m, m + n, m + 2 * n, n));
  byCapture(m, m + n, m + 2 * n, n);
  void *kernel = (void *)fill, *arguments[] = {&m, &n};
  cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, nullptr);
  printf("%d %s\n", m[31], cudaGetErrorString(cudaDeviceSynchronize()));
}
// prints: 4 nodes, 4 calls, 10 2000
// prints: 2126
// prints: -1, then a sum
// prints: 159 no error
