// A scan of a row, part by part: nothing keeps the sums apart from the reads of the same step.
// expect: intra-block-race line 10 with line 11
__global__ void scan(const int *in, int *out, unsigned n) {
  extern __shared__ int buf[];
  unsigned t = threadIdx.x;
  for (unsigned first = 0; first < n; first += blockDim.x) {
    buf[t] = first + t < n ? in[first + t] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
      int left = t >= step ? buf[t - step] : 0;
      buf[t] += left;
      __syncthreads();
    }
    if (first + t < n) out[static_cast<size_t>(blockIdx.x) * n + first + t] = buf[t];
  }
}
