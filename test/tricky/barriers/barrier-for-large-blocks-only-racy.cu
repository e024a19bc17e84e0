// Blocks of one warp skip the barrier, and its lanes run by themselves: lane 31 reads s[0], which lane 0 writes.
// expect: racy line 7 with line 9
// launch: grid 4 block 32
__global__ void reverse(int *a) {
  __shared__ int s[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (blockDim.x > 32) __syncthreads();
  a[i] = s[blockDim.x - 1 - threadIdx.x];
}
