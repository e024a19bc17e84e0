// Times 2^26 the lowest six bits are left, and there are 64 threads.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[(threadIdx.x * 0x04000000u) >> 26] = threadIdx.x;
}
