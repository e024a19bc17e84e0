// The second half of the condition is a barrier, and only threads 0 to 31 come to it.
// expect: barrier-divergence line 5
// launch: grid 2 block 64
__device__ bool waited() {
  __syncthreads();
  return true;
}
__global__ void turn(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (threadIdx.x < 32 && waited()) a[i] = s[threadIdx.x];
}
