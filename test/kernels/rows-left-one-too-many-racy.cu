// One row more than there is room for: what lies behind 64 of them is written by it as well.
// expect: intra-block-race line 11 with line 12
// expect: inter-block-race line 14 with line 14
__global__ void stage(unsigned count, unsigned bands, unsigned colours, const float *in, float *out) {
  extern __shared__ float staged[];
  const unsigned width = bands * colours;
  const unsigned first = blockIdx.x * 64;
  if (first >= count) return;
  const unsigned rows = count - first < 65 ? count - first : 65;
  float *sums = staged + 64 * width;
  for (unsigned i = threadIdx.x; i < rows * width; i += 256) staged[i] = in[first * width + i];
  for (unsigned i = threadIdx.x; i < rows; i += 256) sums[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < rows; i += 256) out[first + i] = staged[i * width] + sums[i];
}

void run(unsigned count, unsigned bands, unsigned colours, const float *in, float *out) {
  stage<<<(count + 63) / 64, 256, 64 * (bands * colours + 1) * 4>>>(count, bands, colours, in, out);
}
