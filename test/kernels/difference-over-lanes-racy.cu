// expect: intra-warp-race line 11 with line 11
// What is taken from the other lane depends on which of the two a lane is.
__global__ void contrast(const int *in, int *out) {
  __shared__ int contrasts[32];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int x = in[i] + i;
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    x = x - 2 * __shfl_xor_sync(0xffffffff, x, offset);
  contrasts[t / 32] = x;
  __syncthreads();
  if (t < blockDim.x / 32)
    out[blockIdx.x * 32 + t] = contrasts[t];
}
void contrastAll(const int *in, int *out) { contrast<<<8, 256>>>(in, out); }
