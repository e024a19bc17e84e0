// The loop runs over one element that holds another value in each round: half of the threads store what the round before has left.
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/loop-over-two-contents.cu:16)
// expect: possible intra-warp-race line 16 with line 16
__global__ void halve(const float *in, float *out, int n, int rounds) {
  __shared__ float one[1];
  float last = 0, before = 0;
  for (int round = 0; round < rounds; round++) {
    if (threadIdx.x == 0) one[0] = in[blockIdx.x + round];
    __syncthreads();
    before = last;
    last = 1;
    for (int i = 0; i < n; i++) last = last * 0.5f + one[0];
    __syncthreads();
  }
  // The two differ, though both come of so many steps over one place.
  out[blockIdx.x] = threadIdx.x < 16 ? last : before;
}
void launch(const float *in, float *out, int n, int rounds, int blocks) { halve<<<blocks, 32>>>(in, out, n, rounds); }
