// Both facts together say that the number is negative.
// expect: racy
// launch: grid 1 block 64
// assume: n < m
// assume: m <= -1
__global__ void mark(int *a, int n, int m) {
  a[n & 1] = threadIdx.x + m;
}
