// The case goes by the block.
// expect: race-free
// launch: grid 4 block 64
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  switch (blockIdx.x % 2) {
    case 0:
      __syncthreads();
      a[i] = s[63 - threadIdx.x];
      break;
    default:
      __syncthreads();
      a[i] = s[threadIdx.x ^ 1];
  }
}
