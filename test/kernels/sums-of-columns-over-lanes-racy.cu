// What the thread stored at j is not what it finds at the next index.
// expect: intra-warp-race line 18 with line 18
__device__ float sumOfWarp(float x) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset);
  return x;
}
__global__ void sumColumns(const float *in, float *out, int n) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  float own[4] = {0};
  for (int i = t; i < n; i += blockDim.x)
    for (int j = 0; j < 4; ++j)
      own[j] += in[j * n + i] + t;
  for (int j = 0; j < 3; ++j) {
    own[j] = sumOfWarp(own[j]);
    sums[t / 32] = own[j + 1];
    __syncthreads();
    out[(blockIdx.x * 3 + j) * blockDim.x + t] = sums[t / 32];
    __syncthreads();
  }
}
