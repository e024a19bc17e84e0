// Three buffers with one barrier a round: two barriers lie between reading a buffer and filling it again.
// expect: race-free
// launch: grid 1 block 64
__global__ void lag(const int *in, int *out, int rounds) {
  __shared__ int s[3][64];
  for (int round = 0; round < rounds; round++) {
    s[round % 3][threadIdx.x] = in[64 * round + threadIdx.x];
    __syncthreads();
    if (round > 0) out[64 * round + threadIdx.x] = s[(round - 1) % 3][63 - threadIdx.x];
  }
}
