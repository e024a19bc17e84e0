// The same, each with a mistake. What is counted are not all that keep something, or the base is that of a lane that has none.
// expect: inter-block-race line 12 with line 12
// expect: inter-block-race line 22 with line 22
__global__ void one_for_all(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, 1);
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep)
    out[base + __popc(keeping & ((1u << lane) - 1))] = in[i];
}
__global__ void base_of_another(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] > 0;
  unsigned keeping = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0xffffffff, base, 1);
  if (keep)
    out[base + __popc(keeping & ((1u << lane) - 1))] = in[i];
}

void launch(const int *in, int *out, int *count, int n) {
  one_for_all<<<(n + 255) / 256, 256>>>(in, out, count, n);
  base_of_another<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
