// The word is the block's own.
// expect: race-free
// launch: grid 4 block 64
__global__ void chain(int *a, int *b) {
  if (threadIdx.x == 0) a[blockIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 1 && blockIdx.x > 0) b[blockIdx.x] = a[blockIdx.x];
}
