// Shifted instead of divided, and twice as far apart: -2, 0 and 2 become -1, 0 and 1.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[32 + ((2 * t - 64) >> 1)] = t;
}
