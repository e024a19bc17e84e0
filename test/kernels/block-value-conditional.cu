// Blocks above the first four write no row; what they find there is anybody's guess.
// expect: possible inter-block-race line 9 with line 9
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/block-value-conditional.cu:9)
// launch: grid 8 block 64
__global__ void rows(int *out) {
  __shared__ int row;
  if (threadIdx.x == 0 && blockIdx.x < 4) row = blockIdx.x * blockDim.x;
  __syncthreads();
  out[row + threadIdx.x] = blockIdx.x;
}
