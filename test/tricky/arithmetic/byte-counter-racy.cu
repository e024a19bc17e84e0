// The fourth place of thread 0 is 288, which is 32 in 8 bits: thread 32 wrote there first.
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void number(int *a) {
  unsigned char place = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    a[place] = k;
    place += 96;
  }
}
