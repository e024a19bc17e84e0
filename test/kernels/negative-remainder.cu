// The remainder of a negative number is negative: -31 … 31 for 64 threads, and 0 twice.
// expect: intra-block-race line 6 with line 6
// launch: grid 1 block 64
__global__ void wrap(int *s) {
  int t = threadIdx.x;
  s[(t - 32) % 32 + 32] = t;
}
