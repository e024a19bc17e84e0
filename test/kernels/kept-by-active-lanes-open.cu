// Leaders that prove nothing: one that adds for itself only, a rank that counts the thread's own lane as well, the leader of other
// lanes than those that are counted, and one that adds before the lanes go apart.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-active-lanes-open.cu:22)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-active-lanes-open.cu:32)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-active-lanes-open.cu:44)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-active-lanes-open.cu:55)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-active-lanes-open.cu:66)
// expect: possible inter-block-race line 22 with line 22
// expect: possible inter-block-race line 32 with line 32
// expect: possible inter-block-race line 44 with line 44
// expect: possible inter-block-race line 55 with line 55
// expect: possible inter-block-race line 66 with line 66
__device__ int lane_of_thread() { return threadIdx.x % 32; }

__global__ void adds_one(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  if (i >= n || in[i] <= 0) return;
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, 1);
  base = __shfl_sync(active, base, leader);
  out[base + __popc(active & ((1u << lane_of_thread()) - 1))] = in[i];
}

__global__ void own_lane(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  if (i >= n || in[i] <= 0) return;
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(active));
  base = __shfl_sync(active, base, leader);
  out[base + __popc(active & ((2u << lane_of_thread()) - 1))] = in[i];
}

__global__ void another_leader(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  if (i >= n) return;
  unsigned before = __activemask();
  if (in[i] <= 0) return;
  unsigned active = __activemask();
  int leader = __ffs(before) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(before));
  base = __shfl_sync(active, base, leader);
  out[base + __popc(active & ((1u << lane_of_thread()) - 1))] = in[i];
}

__global__ void leader_left(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  if (i >= n) return;
  unsigned before = __activemask();
  int leader = __ffs(before) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(before));
  if (in[i] <= 0) return;
  base = __shfl_sync(__activemask(), base, leader);
  out[base + __popc(before & ((1u << lane_of_thread()) - 1))] = in[i];
}

__global__ void added_before(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  if (i >= n) return;
  unsigned before = __activemask();
  if (lane_of_thread() == __ffs(before) - 1) base = atomicAdd(count, __popc(before));
  if (in[i] <= 0) return;
  unsigned active = __activemask();
  base = __shfl_sync(active, base, __ffs(active) - 1);
  out[base + __popc(active & ((1u << lane_of_thread()) - 1))] = in[i];
}

void launch(const int *in, int *out, int *count, int n) {
  adds_one<<<(n + 255) / 256, 256>>>(in, out, count, n);
  own_lane<<<(n + 255) / 256, 256>>>(in, out, count, n);
  another_leader<<<(n + 255) / 256, 256>>>(in, out, count, n);
  leader_left<<<(n + 255) / 256, 256>>>(in, out, count, n);
  added_before<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
