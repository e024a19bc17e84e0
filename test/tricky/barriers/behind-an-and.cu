// The first half of the condition is the same for all threads of the block.
// expect: race-free
// launch: grid 2 block 64
__device__ bool waited() {
  __syncthreads();
  return true;
}
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (blockIdx.x < 1 && waited()) a[i] = s[63 - threadIdx.x];
}
