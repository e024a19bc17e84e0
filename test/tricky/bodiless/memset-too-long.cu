// Each thread clears three words, which begin three apart.
// expect: race-free
// launch: grid 1 block 64
__global__ void clear(int *a) {
  memset(a + 3 * threadIdx.x, 0, 3 * sizeof(int));
}
