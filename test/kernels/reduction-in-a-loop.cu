// A reduction of launch-constant length in a loop over rows: barriers are counted over both loops.
// expect: race-free
// launch: grid 1 block 256
__global__ void sums(int *out, int n, int m) {
  __shared__ int s[256];
  for (int row = 0; row < n; row++) {
    s[threadIdx.x] = row;
    __syncthreads();
    for (int step = 1; step < m; step *= 2) {
      int v = s[(threadIdx.x + step) % blockDim.x];
      __syncthreads();
      s[threadIdx.x] += v;
      __syncthreads();
    }
  }
}
