// The rows that the loop reads are written while others still read them: lanes of one row need not have computed the same.
// expect: intra-block-race line 9 with line 11
// expect: possible intra-warp-race line 14 with line 14
__global__ void merge(const float *scores, float *out, int sets) {
  __shared__ float part[256];
  __shared__ float merged[8];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 1;
  for (int i = 0; i < sets; i++) { part[y * 32 + x] = scores[(blockIdx.x * sets + i) * 256 + y * 32 + x];
    __syncthreads();
    sum = sum * 0.5f + part[i % 32 * 8 + y];
    // A barrier is missing.
  }
  merged[y] = sum;
  __syncthreads();
  out[blockIdx.x * 256 + y * 32 + x] = merged[x % 8];
}
void launch(const float *scores, float *out, int sets, int blocks) {
  merge<<<blocks, dim3(32, 8)>>>(scores, out, sets);
}
