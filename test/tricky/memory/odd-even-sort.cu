// A barrier stands behind each phase.
// expect: race-free
// launch: grid 1 block 64
__global__ void sort(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int phase = 0; phase < 64; phase++) {
    if (t % 2 == phase % 2 && t < 63 && s[t] > s[t + 1]) {
      int larger = s[t];
      s[t] = s[t + 1];
      s[t + 1] = larger;
    }
    __syncthreads();
  }
  a[t] = s[t];
}
