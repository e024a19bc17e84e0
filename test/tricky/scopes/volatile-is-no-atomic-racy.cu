// A volatile counter is read and written in two steps: an addition of block 0 may be lost to block 1.
// expect: racy line 5 with line 5
// launch: grid 4 block 64
__global__ void count(volatile int *total) {
  if (threadIdx.x == 0) total[0] = total[0] + 1;
}
