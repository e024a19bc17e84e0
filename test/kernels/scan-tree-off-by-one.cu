// The way up a tree of sums, written one place too far: in the first step neighbours meet. Where the stride stands alone in
// the sum, as in stride * (2 * t + 1), it is no multiple of twice the stride.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/scan-tree-off-by-one.cu:14)
// expect: possible intra-block-race line 14 with line 14
// launch: grid 1 block 256
__global__ void up(int *a, int n) {
  __shared__ int s[1024];
  int offset = 1;
  s[2 * threadIdx.x] = a[2 * threadIdx.x];
  s[2 * threadIdx.x + 1] = a[2 * threadIdx.x + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    // A thread writes what the next one reads.
    if (threadIdx.x < d) s[offset * (2 * threadIdx.x + 2)] += s[offset * (2 * threadIdx.x + 1) - 1];
    offset *= 2;
  }
}
