// A bitonic sort by a block of any size: partners are found by flipping one bit, whatever the size is.
// expect: race-free
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
      __syncthreads();
    }
  }
  a[i] = s[t];
}
