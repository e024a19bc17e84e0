// With `step` for `2 * step` thread 1 adds s[2] to s[1] in round 0, while thread 0 adds s[1] to s[0].
// expect: racy
// launch: grid 4 block 64
__global__ void sum(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[64 * blockIdx.x + t];
  s[t + 64] = 0;
  __syncthreads();
  for (unsigned step = 1; step < 64; step *= 2) {
    if (t % step == 0) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
