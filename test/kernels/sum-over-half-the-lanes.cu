// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/sum-over-half-the-lanes.cu:15)
// expect: possible intra-warp-race line 15 with line 15
// The last step is missing: the two halves of a warp have come to sums of their own.
__device__ int sumOfHalf(int x) {
#pragma unroll
  for (int offset = 1; offset < 16; offset <<= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset);
  return x;
}
__global__ void sumUp(const int *in, int *out) {
  __shared__ int sums[32];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int half = sumOfHalf(in[i] + i);
  sums[t / 32] = half;
  __syncthreads();
  if (t < blockDim.x / 32)
    out[blockIdx.x * 32 + t] = sums[t];
}
void sumAll(const int *in, int *out) { sumUp<<<8, 256>>>(in, out); }
