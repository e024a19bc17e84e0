// The row is written in odd rounds only: what stands there in an even one comes from before.
// expect: inter-block-race line 11 with line 11
// launch: grid 4 block 64
__global__ void rows(int *out, int n) {
  __shared__ int row;
  if (threadIdx.x == 0) row = 0;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (threadIdx.x == 0 && k % 2 == 1) row = blockIdx.x * blockDim.x;
    __syncthreads();
    out[row + threadIdx.x] = k + blockIdx.x;
    __syncthreads();
  }
}
