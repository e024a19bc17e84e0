// Without the barrier at the end, the last step's reads meet the first write of the next row.
// expect: intra-block-race line 7 with line 11
// launch: grid 1 block 256
__global__ void sums(int *out, int n, int m) {
  __shared__ int s[256];
  for (int row = 0; row < n; row++) {
    s[threadIdx.x] = row;
    __syncthreads();
    for (int step = 1; step < m; step *= 2) {
      __syncthreads();
      out[threadIdx.x] += s[(threadIdx.x + step) % blockDim.x];
    }
  }
}
