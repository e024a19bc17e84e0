// (t + 1) / 2 is 1 for threads 1 and 2.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[(threadIdx.x + 1) / 2] = threadIdx.x;
}
