// Lanes that keep something at the same time share one addition: the first of them adds for all, and each counts the lanes below it.
// expect: race-free
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int next_of_group(int *count) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, active.size());
  base = active.shfl(base, 0);
  return base + active.thread_rank();
}

__global__ void kept(const int *in, int *out, int *count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (in[i] > 0) out[next_of_group(count)] = in[i];
}

__device__ int next_by_mask(int *count) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, lane = threadIdx.x % 32, base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

__global__ void kept_by_mask(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) out[next_by_mask(count)] = in[i];
}

void launch(const int *in, int *out, int *count, int n) {
  kept<<<80, 256>>>(in, out, count, n);
  kept_by_mask<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
