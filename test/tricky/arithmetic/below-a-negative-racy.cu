// The path leaves only negative numbers, of which a bit is taken: two elements for all threads.
// expect: racy
// launch: grid 1 block 64
__global__ void mark(int *a, int n, int m) {
  if (n < m && m < 0) a[n & 1] = threadIdx.x;
}
