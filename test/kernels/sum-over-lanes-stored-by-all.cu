// expect: conditional: idempotent(sums)
// expect: possible intra-warp-race line 13 with line 13
// All lanes of a warp have come to the same sum, and each of them stores it.
__device__ float sumOfWarp(float x) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset);
  return x;
}
__global__ void sumUp(const float *in, float *out) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  sums[t / 32] = sumOfWarp(in[blockIdx.x * blockDim.x + t]);
  __syncthreads();
  if (t < 32) {
    float sum = sumOfWarp(t < blockDim.x / 32 ? sums[t] : 0);
    if (t == 0)
      out[blockIdx.x] = sum;
  }
}
