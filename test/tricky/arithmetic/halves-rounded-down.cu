// (2t + 1) / 2 is t.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[(2 * threadIdx.x + 1) / 2] = threadIdx.x;
}
