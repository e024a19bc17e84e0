// Lanes of a warp do not run in step: lane 0 reads s[16] while lane 16 writes it.
// expect: racy
// launch: grid 2 block 32
__global__ void sum(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[32 * blockIdx.x + t];
  s[t + 32] = 0;
  for (int step = 16; step > 0; step /= 2) {
    int other = s[t + step];
    s[t] = s[t] + other;
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
