// 37 is odd: its multiples modulo 64 are all different.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[(threadIdx.x * 37) % 64] = threadIdx.x;
}
