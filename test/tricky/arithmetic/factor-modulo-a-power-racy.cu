// 36 and 64 have a common factor: threads 0 and 16 both write s[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  s[(threadIdx.x * 36) % 64] = threadIdx.x;
}
