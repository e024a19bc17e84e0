// Shifted by 26, bit 6 is lost: threads 0 and 64 both write s[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 128
__global__ void number() {
  __shared__ int s[128];
  s[(threadIdx.x << 26) >> 26] = threadIdx.x;
}
