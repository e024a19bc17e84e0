// All lanes of a warp have the same sum, and all of them store it.
// expect: conditional: idempotent(out)
// expect: possible intra-warp-race line 7 with line 7
__global__ void sums(const float *in, float *out) {
  float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int away = 16; away > 0; away /= 2) sum += __shfl_xor_sync(0xffffffff, sum, away);
  out[blockIdx.x * 8 + threadIdx.x / 32] = sum;
}

void launch(const float *in, float *out, int blocks) {
  sums<<<blocks, 256>>>(in, out);
}
