// A thread goes on by half a block: thread 0 comes to word 32, which thread 32 writes, too.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a, int n) {
  for (int *p = a + threadIdx.x; p < a + n; p += blockDim.x / 2) *p = threadIdx.x;
}
