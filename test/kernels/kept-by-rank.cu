// What a warp keeps goes where one addition for all its lanes says: each lane that keeps something has another rank.
// expect: race-free
__global__ void kept(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32;
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    int i = first + threadIdx.x;
    bool keep = i < n && in[i] > 0;
    unsigned keeping = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(keeping));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + __popc(keeping & ((1u << lane) - 1))] = in[i];
  }
}

__global__ void kept_within(const int *in, int *out, int n) {
  unsigned below;
  asm("mov.u32 %0, %lanemask_lt;" : "=r"(below));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  if (keep) out[i / 32 * 32 + __popc(keeping & below)] = in[i];
}

void launch(const int *in, int *out, int *count, int n) {
  kept<<<80, 256>>>(in, out, count, n);
  kept_within<<<(n + 255) / 256, 256>>>(in, out, n);
}
