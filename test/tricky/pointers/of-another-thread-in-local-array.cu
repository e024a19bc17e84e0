// The local array holds pointers, and the thread's own one is taken.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a) {
  int *mine[2] = {a + threadIdx.x, a + threadIdx.x + 1};
  *mine[0] = 1;
  *mine[0] = 2;
}
