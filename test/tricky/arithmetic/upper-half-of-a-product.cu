// The upper half of 2t times 2^31 is t.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[__umulhi(2 * threadIdx.x, 1u << 31)] = threadIdx.x;
}
