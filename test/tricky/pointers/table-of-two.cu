// The second row begins where the first one ends.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  int *rows[2] = {a, a + 32};
  rows[threadIdx.x % 2][threadIdx.x / 2] = threadIdx.x;
}
