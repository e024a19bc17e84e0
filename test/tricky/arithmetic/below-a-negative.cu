// The path leaves only sizes, and each thread has its own two elements.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a, int n, int m) {
  if (n > m && m > 0) a[2 * threadIdx.x + (n & 1)] = threadIdx.x;
}
