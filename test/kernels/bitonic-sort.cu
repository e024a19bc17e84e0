// A bitonic sort in shared memory: partners are found by flipping one bit.
// expect: race-free
// launch: grid 1 block 512
__global__ void sort(int *a) {
  __shared__ int s[512];
  unsigned t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (unsigned k = 2; k <= 512; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned partner = t ^ j;
      if (partner > t && (s[t] > s[partner]) == ((t & k) == 0)) {
        int v = s[t];
        s[t] = s[partner];
        s[partner] = v;
      }
      __syncthreads();
    }
  }
  a[t] = s[t];
}
