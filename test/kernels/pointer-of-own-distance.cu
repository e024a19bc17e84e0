// The distance of two places in one buffer is a number.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a) {
  int *second = a + (&a[threadIdx.x + 64] - a);
  a[threadIdx.x] = 1;
  *second = 2;
}
