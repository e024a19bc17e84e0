// Times 2^30 only the lowest two bits are left: threads 0 and 4 both write s[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[(threadIdx.x * 0x40000000u) >> 26] = threadIdx.x;
}
