// As many rows as are left, 64 at most, each of a width that is a product of two sizes: they end before what lies behind 64 of them.
// expect: race-free
__global__ void stage(unsigned count, unsigned bands, unsigned colours, const float *in, float *out) {
  extern __shared__ float staged[];
  const unsigned width = bands * colours;
  const unsigned first = blockIdx.x * 64;
  if (first >= count) return;
  const unsigned rows = count - first < 64 ? count - first : 64;
  float *sums = staged + 64 * width;
  for (unsigned i = threadIdx.x; i < rows * width; i += 256) staged[i] = in[first * width + i];
  for (unsigned i = threadIdx.x; i < rows; i += 256) sums[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < rows; i += 256) out[first + i] = staged[i * width] + sums[i];
}

void run(unsigned count, unsigned bands, unsigned colours, const float *in, float *out) {
  stage<<<(count + 63) / 64, 256, 64 * (bands * colours + 1) * 4>>>(count, bands, colours, in, out);
}
