// A merge sort whose mask is that of another stride: the gaps are in the wrong places, and neighbours meet.
// expect: intra-block-race line 14 with line 15
// expect: intra-block-race line 14 with line 16
// expect: possible intra-block-race line 15 with line 15
// expect: possible intra-block-race line 15 with line 16
// expect: possible intra-block-race line 16 with line 16
__global__ void sort(int *a) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  for (unsigned size = 2; size <= 2 * blockDim.x; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * t - (t & (stride | 1));
      int low = s[at], high = s[at + stride];
      s[at] = min(low, high);
      s[at + stride] = max(low, high);
    }
  }
}
