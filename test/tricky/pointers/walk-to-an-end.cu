// A thread goes on by a whole block.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int *p = a + threadIdx.x; p < a + n; p += blockDim.x) *p = threadIdx.x;
}
