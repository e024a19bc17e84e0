// Threads of a warp store to one bin at once, each with its tag, until they find their own: elements that fall into one bin are what
// it is for, and only in lockstep none overwrites what another one has already found.
// expect: intra-warp-race line 9 with line 11
// expect: intra-warp-race line 11 with line 11
// expect: intra-warp-race line 11 with line 12
__device__ void add(volatile unsigned *bins, unsigned bin, unsigned tag) {
  unsigned count;
  do {
    count = bins[bin] & 0x07FFFFFFU;
    count = tag | (count + 1);
    bins[bin] = count;
  } while (bins[bin] != count);
}

__global__ void count(const unsigned *in, unsigned *out, int n) {
  __shared__ volatile unsigned bins[64];
  for (int bin = threadIdx.x; bin < 64; bin += 32) bins[bin] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 32) add(bins, in[i] & 63, threadIdx.x << 27);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 64; bin += 32) out[bin] = bins[bin];
}

void launch(const unsigned *in, unsigned *out, int n) { count<<<1, 32>>>(in, out, n); }
