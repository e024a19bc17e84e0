// The stated fact makes n large enough.
// expect: race-free
// assume: n == 128
// launch: grid 1 block 64
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
