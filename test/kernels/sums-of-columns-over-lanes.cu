// A sum for each column, in an array of the thread that a loop goes through: what it stores at j is what it finds at j.
// expect: conditional: idempotent(sums)
// expect: possible intra-warp-race line 22 with line 22
__device__ float sumOfWarp(float x) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, offset);
  return x;
}
__global__ void sumColumns(const float *in, float *out, int n) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  float own[3] = {0};
  for (int i = t; i < n; i += blockDim.x)
    for (int j = 0; j < 3; ++j)
      own[j] += in[j * n + i];
  for (int j = 0; j < 3; ++j) {
    if (t < 32)
      sums[t] = 0;
    __syncthreads();
    own[j] = sumOfWarp(own[j]);
    sums[t / 32] = own[j];
    __syncthreads();
    if (t < 32) {
      own[j] = sumOfWarp(sums[t]);
      if (t == 0)
        out[blockIdx.x * 3 + j] = own[j];
    }
    __syncthreads();
  }
}
