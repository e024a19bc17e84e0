// All six bits, reversed.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[__brev(threadIdx.x) >> 26] = threadIdx.x;
}
