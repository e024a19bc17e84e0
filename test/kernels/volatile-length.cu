// Nobody waits on the volatile length: between two barriers all threads read the same.
// expect: race-free
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
    __syncthreads();
  }
}
