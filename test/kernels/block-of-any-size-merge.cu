// A merge sort by a block of any size: `2 * t - (t & (stride - 1))` puts a gap of `stride` behind every `stride` elements.
// expect: race-free
__global__ void sort(int *a) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  for (unsigned size = 2; size <= 2 * blockDim.x; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * t - (t & (stride - 1));
      int low = s[at], high = s[at + stride];
      s[at] = min(low, high);
      s[at + stride] = max(low, high);
    }
  }
}
