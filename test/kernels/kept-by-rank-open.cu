// Ranks that prove nothing: the thread's own lane counted as well, a lane that the ballot is not for, and the ballot of the round
// before.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-rank-open.cu:14)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-rank-open.cu:24)
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/kept-by-rank-open.cu:36)
// expect: possible inter-block-race line 14 with line 14
// expect: possible inter-block-race line 24 with line 24
// expect: possible inter-block-race line 36 with line 36
__global__ void own_lane(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  unsigned keeping = __ballot_sync(0xffffffff, i < n && in[i] > 0);
  if (lane == 0) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0xffffffff, base, 0);
  if (i < n && in[i] > 0) out[base + __popc(keeping & ((2u << lane) - 1))] = in[i];
}

__global__ void another_condition(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  unsigned keeping = __ballot_sync(0xffffffff, i < n && in[i] > 0);
  if (lane == 0) base = atomicAdd(count, __popc(keeping));
  base = __shfl_sync(0xffffffff, base, 0);
  if (i < n && in[i] < 5) {
    int rank = __popc(keeping & ((1u << lane) - 1));
    out[base + rank] = in[i];
  }
}

__global__ void round_before(const int *in, int *out, int *count, int n) {
  int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    int i = first + threadIdx.x, base = 0;
    unsigned keeping = __ballot_sync(0xffffffff, i < n && in[i] > 0);
    if (lane == 0) base = atomicAdd(count, __popc(keeping));
    base = __shfl_sync(0xffffffff, base, 0);
    if (i < n && in[i] > 0) out[base + __popc(before & ((1u << lane) - 1))] = in[i];
    before = keeping;
  }
}

void launch(const int *in, int *out, int *count, int n) {
  own_lane<<<(n + 255) / 256, 256>>>(in, out, count, n);
  another_condition<<<(n + 255) / 256, 256>>>(in, out, count, n);
  round_before<<<80, 256>>>(in, out, count, n);
}
