// Each thread writes two words, and they begin two words apart.
// expect: race-free
// launch: grid 1 block 64
__global__ void pairs(int *a) {
  int *p = a + 2 * threadIdx.x;
  *p++ = 1;
  *p = 2;
}
