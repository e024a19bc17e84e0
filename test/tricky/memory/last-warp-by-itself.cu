// A barrier of the warp stands between all steps.
// expect: race-free
// launch: grid 2 block 32
__global__ void sum(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[32 * blockIdx.x + t];
  s[t + 32] = 0;
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    int other = s[t + step];
    __syncwarp();
    s[t] = s[t] + other;
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
