// Volatile or not, the next length is written while this one is still read.
// expect: intra-block-race line 7 with line 9
// launch: grid 1 block 256
__global__ void rows(int *out, const int *len, int n) {
  __shared__ volatile int length;
  for (int row = 0; row < n; row++) {
    if (threadIdx.x == 0) length = len[row];
    __syncthreads();
    int m = length;
    for (int i = 0; i < m; i += blockDim.x) {
      __syncthreads();
      if (i + threadIdx.x < m) out[i + threadIdx.x] = row;
    }
  }
}
