// -1 / 2 and 1 / 2 are both 0: threads 31 and 33 both write s[16].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[16 + (t - 32) / 2] = t;
}
