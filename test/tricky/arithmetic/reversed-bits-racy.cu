// Of the six bits, reversed, the lowest one is shifted out: threads 0 and 32 both write s[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[__brev(threadIdx.x) >> 27] = threadIdx.x;
}
