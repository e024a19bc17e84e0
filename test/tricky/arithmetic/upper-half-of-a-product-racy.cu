// The upper half of t times 2^31 is t / 2: threads 0 and 1 both write s[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[__umulhi(threadIdx.x, 1u << 31)] = threadIdx.x;
}
