// Blocks of one warp have the barrier of the warp instead.
// expect: race-free
// launch: grid 4 block 32
__global__ void reverse(int *a) {
  __shared__ int s[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (blockDim.x > 32) __syncthreads();
  else __syncwarp();
  a[i] = s[blockDim.x - 1 - threadIdx.x];
}
