// The first lane of each warp writes; the others read after the barrier.
// expect: race-free
// launch: grid 1 block 128
__global__ void first(const int *in, int *out) {
  __shared__ int s[4];
  int t = threadIdx.x;
  if (t % 32 == 0) s[t / 32] = in[t];
  __syncthreads();
  out[t] = s[0] + s[1] + s[2] + s[3];
}
