// The barrier inside the loop is missing.
// expect: intra-block-race line 9 with line 9
// launch: grid 1 block 128
__global__ void sum(const int *in, int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[0];
}
