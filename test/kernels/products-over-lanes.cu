// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/products-over-lanes.cu:14)
// expect: possible intra-warp-race line 14 with line 14
// A compiler makes one operation of a lane's own product and the sum, and rounds once: two lanes may differ in the last bit.
__device__ float sumOfWarp(float x) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset);
  return x;
}
__global__ void dot(const float *a, const float *b, float *out) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  sums[t / 32] = sumOfWarp(a[i] * b[i]);
  __syncthreads();
  if (t < blockDim.x / 32)
    out[blockIdx.x * 32 + t] = sums[t];
}
