// The way up a tree of sums, with one stride halved and another doubled, whatever the size.
// expect: race-free
// launch: grid 1 block 256
__global__ void up(int *a, int n) {
  __shared__ int s[1024];
  int offset = 1;
  s[2 * threadIdx.x] = a[2 * threadIdx.x];
  s[2 * threadIdx.x + 1] = a[2 * threadIdx.x + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) s[offset * (2 * threadIdx.x + 2) - 1] += s[offset * (2 * threadIdx.x + 1) - 1];
    offset *= 2;
  }
}
