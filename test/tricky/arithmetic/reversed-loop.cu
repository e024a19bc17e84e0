// The step is a block.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int i = n - 1 - static_cast<int>(threadIdx.x); i >= 0; i -= 64) a[i] = threadIdx.x;
}
