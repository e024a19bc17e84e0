// 1000003 is odd, and 64 of its multiples differ modulo 2^20.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[(threadIdx.x * 1000003ull) % 1048576] = threadIdx.x;
}
