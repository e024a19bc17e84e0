// Leaders that add for others: the first lane of another ballot, one that may not add, and one that is asked of lanes which do not
// say what they keep.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-leader-open.cu:20)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-leader-open.cu:30)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-leader-open.cu:40)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-leader-open.cu:50)
// expect: possible inter-block-race line 20 with line 20
// expect: possible inter-block-race line 30 with line 30
// expect: possible inter-block-race line 40 with line 40
// expect: possible inter-block-race line 50 with line 50
__device__ int lane_of_thread() { return threadIdx.x % 32; }
__device__ int lanes_below(unsigned lanes) { return __popc(lanes & ((1u << lane_of_thread()) - 1)); }

__global__ void of_another_ballot(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  unsigned there = __ballot_sync(0xffffffff, i < n), keeping = __ballot_sync(0xffffffff, i < n && in[i] > 0);
  int leader = __ffs(there) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(there) / 2);
  base = __shfl_sync(0xffffffff, base, leader);
  if (i < n && in[i] > 0) out[base + lanes_below(keeping)] = in[i];
}

__global__ void may_not_add(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  int leader = __ffs(keeping) - 1;
  if (lane_of_thread() == leader && in[i] > 1) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0xffffffff, base, leader);
  if (keep) out[base + lanes_below(keeping)] = in[i];
}

__global__ void of_some_lanes(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  int leader = __ffs(keeping) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0x0000ffff, base, leader);
  if (keep) out[base + lanes_below(keeping)] = in[i];
}

__global__ void all_the_same(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  int leader = __ffs(keeping) - 1;
  if (lane_of_thread() == leader) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0xffffffff, base, leader);
  if (keep) out[base] = lane_of_thread();
}

void launch(const int *in, int *out, int *count, int n) {
  of_another_ballot<<<(n + 255) / 256, 256>>>(in, out, count, n);
  may_not_add<<<(n + 255) / 256, 256>>>(in, out, count, n);
  of_some_lanes<<<(n + 255) / 256, 256>>>(in, out, count, n);
  all_the_same<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
