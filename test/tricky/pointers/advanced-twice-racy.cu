// Each thread writes two words, but they begin one word apart: thread 0 writes word 1 second, thread 1 first.
// expect: racy line 6 with line 7
// launch: grid 1 block 64
__global__ void pairs(int *a) {
  int *p = a + threadIdx.x;
  *p++ = 1;
  *p = 2;
}
