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
      if (partner > t && (s[t] > s[partner]) == ((t & k) == 0)) {
        int v = s[t];
        s[t] = s[partner];
        s[partner] = v;
      }
      __syncthreads();
    }
  }
  a[i] = s[t];
}
