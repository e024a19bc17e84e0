// A bitonic sort by a block of any size, without a barrier between its steps: what one writes another reads at once.
// expect: intra-block-race line 16 with line 17
// expect: intra-block-race line 16 with line 18
// expect: intra-block-race line 17 with line 18
// expect: intra-block-race line 18 with line 18
// expect: intra-block-race line 18 with line 22
__global__ void sort(int *a) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned partner = t ^ j;
      if (partner > t) {
        int low = min(s[t], s[partner]), high = max(s[t], s[partner]);
        s[t] = (t & k) == 0 ? low : high;
        s[partner] = (t & k) == 0 ? high : low;
      }
    }
  }
  a[i] = s[t];
}
