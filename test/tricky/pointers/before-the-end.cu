// Each thread has its own distance from the end.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  int *end = a + 64;
  end[-1 - static_cast<int>(threadIdx.x)] = threadIdx.x;
}
