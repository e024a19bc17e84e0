// The last thread's value comes after the first thread's: all blocks use row 0.
// expect: inter-block-race line 10 with line 10
// launch: grid 4 block 64
__global__ void rows(int *out) {
  __shared__ int row;
  if (threadIdx.x == 0) row = blockIdx.x * blockDim.x;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) row = 0;
  __syncthreads();
  out[row + threadIdx.x] = blockIdx.x;
}
