// The barrier is one of the block, and the word is another block's: block 1 reads a[0], which block 0 writes.
// expect: racy line 5 with line 7
// launch: grid 4 block 64
__global__ void chain(int *a, int *b) {
  if (threadIdx.x == 0) a[blockIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 1 && blockIdx.x > 0) b[blockIdx.x] = a[blockIdx.x - 1];
}
