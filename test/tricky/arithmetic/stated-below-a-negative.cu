// Nothing is said about its sign, and each thread has its own two elements.
// expect: race-free
// launch: grid 1 block 64
// assume: n < m
// assume: m >= 9
__global__ void mark(int *a, int n, int m) {
  a[2 * threadIdx.x + (n & 1)] = threadIdx.x + m;
}
