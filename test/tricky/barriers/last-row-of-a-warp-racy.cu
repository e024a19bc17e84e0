// Lanes without a last row skip the barrier in the loop and go on to what is behind it.
// expect: racy
// launch: grid 1 block 32
__global__ void copy(int *out, const int *in, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    s[threadIdx.x ^ 1] = in[i];
    __syncwarp();
    out[i] = s[threadIdx.x];
    __syncwarp();
  }
  out[n + threadIdx.x] = s[threadIdx.x];
}
