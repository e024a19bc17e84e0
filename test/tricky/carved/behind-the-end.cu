// Counted back from word 128, -1 - t is word 127 - t, in the second half.
// expect: race-free
// launch: grid 1 block 64
extern __shared__ int s[];
__global__ void mark() {
  int *end = s + 2 * blockDim.x;
  int t = threadIdx.x;
  s[t] = 1;
  end[-1 - t] = 2;
}
