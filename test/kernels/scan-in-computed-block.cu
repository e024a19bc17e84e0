// A scan over a tree with a gap after each 32 elements. How many threads the block has is computed on the host, in a way that says
// little of it; a block of any size will do.
// expect: race-free
#define WITH_GAPS(i) ((i) + ((i) >> 5))

__device__ unsigned up(unsigned *s) {
  unsigned t = threadIdx.x, stride = 1;
  for (int d = blockDim.x; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int left = __mul24(__mul24(2, stride), t) + stride - 1;
      s[WITH_GAPS(left + stride)] += s[WITH_GAPS(left)];
    }
    stride *= 2;
  }
  return stride;
}

__global__ void total(unsigned *out, const unsigned *in) {
  __shared__ unsigned s[2048 + 64];
  int t = threadIdx.x;
  s[WITH_GAPS(t)] = in[blockIdx.x * 2048 + t];
  s[WITH_GAPS(t + blockDim.x)] = in[blockIdx.x * 2048 + t + blockDim.x];
  unsigned stride = up(s);
  __syncthreads();
  out[blockIdx.x * 1024 + t] = s[WITH_GAPS(t)] + stride;
}

static int halfOf(int n) {
  int threads = 1;
  while (2 * threads < n) threads *= 2;
  return threads;
}

void totals(unsigned *out, const unsigned *in, int n) {
  int threads = n > 2048 ? 1024 : halfOf(n);
  total<<<(n + 2047) / 2048, threads < 1 ? 1 : threads>>>(out, in);
}
