// Only every second part of the last round is added to.
// expect: race-free
// launch: grid 4 block 64
__global__ void sum(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[64 * blockIdx.x + t];
  s[t + 64] = 0;
  __syncthreads();
  for (unsigned step = 1; step < 64; step *= 2) {
    if (t % (2 * step) == 0) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
