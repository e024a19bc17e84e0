// As a signed number it is not above one that is not negative: nobody gets there.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a, int n, int m) {
  if (n > m && n < 0 && m >= 0) a[0] = threadIdx.x;
}
