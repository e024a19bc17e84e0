// Twice the thread's number in 8 bits: 254 at most.
// expect: race-free
// launch: grid 1 block 128
__global__ void number(int *a) {
  unsigned char slot = 2 * threadIdx.x;
  a[slot] = threadIdx.x;
}
