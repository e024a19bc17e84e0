// Two buffers with one barrier a round: thread 0 may fill buffer 0 again in round 2 while thread 63 still reads it.
// expect: racy line 7 with line 9
// launch: grid 1 block 64
__global__ void lag(const int *in, int *out, int rounds) {
  __shared__ int s[2][64];
  for (int round = 0; round < rounds; round++) {
    s[round % 2][threadIdx.x] = in[64 * round + threadIdx.x];
    __syncthreads();
    if (round > 0) out[64 * round + threadIdx.x] = s[(round - 1) % 2][63 - threadIdx.x];
  }
}
