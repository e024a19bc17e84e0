// -32 % 32 and 0 % 32 are both 0: threads 0 and 32 both write s[31].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[31 + (t - 32) % 32] = t;
}
