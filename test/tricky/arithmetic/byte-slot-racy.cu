// Four times the thread's number in 8 bits: 0 for threads 0 and 64.
// expect: racy line 6 with line 6
// launch: grid 1 block 128
__global__ void number(int *a) {
  unsigned char slot = 4 * threadIdx.x;
  a[slot] = threadIdx.x;
}
