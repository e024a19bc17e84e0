// What a warp keeps goes where the first lane that keeps something has added for all: it is found in the ballot.
// expect: race-free
__device__ int lane_of_thread() { return threadIdx.x % 32; }

__global__ void by_leader(const int *in, int *out, int *count, int n) {
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    int i = first + threadIdx.x, base = 0;
    bool keep = i < n && in[i] > 0;
    unsigned keeping = __ballot_sync(0xffffffff, keep);
    int leader = __ffs(keeping) - 1;
    if (lane_of_thread() == leader) base = atomicAdd(count, __popc(keeping));
    base = __shfl_sync(0xffffffff, base, leader);
    if (keep) out[base + __popc(keeping & ((1u << lane_of_thread()) - 1))] = in[i];
  }
}

__global__ void by_those_who_keep(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  if (keep) {
    int leader = __ffs(keeping) - 1;
    if (lane_of_thread() == leader) base = atomicAdd(count, __popc(keeping));
    base = __shfl_sync(keeping, base, leader);
    out[base + __popc(keeping & ((1u << lane_of_thread()) - 1))] = in[i];
  }
}

void launch(const int *in, int *out, int *count, int n) {
  by_leader<<<80, 256>>>(in, out, count, n);
  by_those_who_keep<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
