// Counted back from word 64, -1 - t is word 63 - t: thread 63 writes word 0, and so does thread 0.
// expect: racy line 8 with line 9
// launch: grid 1 block 64
extern __shared__ int s[];
__global__ void mark() {
  int *end = s + blockDim.x;
  int t = threadIdx.x;
  s[t] = 1;
  end[-1 - t] = 2;
}
