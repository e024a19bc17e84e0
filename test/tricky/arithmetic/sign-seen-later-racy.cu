// A negative number is large as unsigned, and only then its sign is asked for: all threads write one element.
// expect: racy
// launch: grid 1 block 64
__global__ void mark(int *a, int n, int m) {
  if (static_cast<unsigned>(n) > static_cast<unsigned>(m) && n < 0 && m >= 0) a[0] = threadIdx.x;
}
