// One lane of those that are there takes slots for all of them.
// expect: race-free
#include <cuda_runtime.h>

__device__ int aggregated(int *ctr) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  int lane = threadIdx.x & 31;
  int first = 0;
  if (lane == leader) first = atomicAdd(ctr, __popc(active)); // twin: if (lane == leader) { first = *ctr; *ctr = first + __popc(active); }
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}

__global__ void keepOdd(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (in[i] & 1)) out[aggregated(count)] = in[i];
}

void run(const int *in, int *out, int *count, int n) {
  cudaMemset(count, 0, sizeof(int));
  keepOdd<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
