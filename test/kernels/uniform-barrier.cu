// The condition is the same for all threads of the block.
// expect: race-free
// launch: grid 4 block 64
__global__ void flip(int *a, int flag) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (flag > 0) {
    __syncthreads();
    a[i] = s[63 - threadIdx.x];
  }
}
