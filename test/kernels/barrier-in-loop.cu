// In every other round there is no barrier between reading and writing.
// expect: intra-block-race line 10 with line 12
// launch: grid 1 block 64
__global__ void pass(int *out, int rounds) {
  __shared__ int s[64];
  int sum = 0;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int r = 0; r < rounds; r++) {
    sum += s[63 - threadIdx.x];
    if (r % 2 == 0) __syncthreads();
    s[threadIdx.x] = sum;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
