// The stated facts hold together, and each thread writes its own element.
// expect: race-free
// assume: n >= 64 && n < 1000
// launch: grid 1 block 64
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
