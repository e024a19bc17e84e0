// From -32 to 31 no two have the same remainder of 33, which keeps the sign.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[32 + (t - 32) % 33] = t;
}
