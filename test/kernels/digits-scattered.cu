// Where a block's keys begin is loaded, digit by digit: that they come together with those of another block takes beginnings that
// nobody has.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/digits-scattered.cu:14)
// expect: possible inter-block-race line 14 with line 14
__global__ void scatter(const unsigned *keys, const unsigned *beginnings, unsigned *out, int n, int shift) {
  __shared__ unsigned next[16];
  int t = threadIdx.x;
  if (t < 16) next[t] = beginnings[t * gridDim.x + blockIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    unsigned digit = (keys[i] >> shift) & 15;
    unsigned place = atomicAdd(&next[digit], 1u);
    out[place] = keys[i];
  }
}

void launch(const unsigned *keys, const unsigned *beginnings, unsigned *out, int n) {
  for (int shift = 0; shift < 32; shift += 4) scatter<<<(n + 255) / 256, 256>>>(keys, beginnings, out, n, shift);
}
