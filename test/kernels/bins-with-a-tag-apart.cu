// Each thread has bins of its own: nobody else stores there, however often it asks.
// expect: race-free
__device__ void add(volatile unsigned *bins, unsigned bin) {
  unsigned count;
  do {
    count = bins[bin] + 1;
    bins[bin] = count;
  } while (bins[bin] != count);
}

__global__ void count(const unsigned *in, unsigned *out) {
  __shared__ volatile unsigned bins[8 * 32];
  for (int bin = 0; bin < 8; bin++) bins[threadIdx.x * 8 + bin] = 0;
  add(bins, threadIdx.x * 8 + (in[threadIdx.x] & 7));
  for (int bin = 0; bin < 8; bin++) out[threadIdx.x * 8 + bin] = bins[threadIdx.x * 8 + bin];
}

void launch(const unsigned *in, unsigned *out) { count<<<1, 32>>>(in, out); }
