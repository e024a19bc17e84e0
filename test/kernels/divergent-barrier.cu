// Only half of the threads reach the barrier.
// expect: barrier-divergence line 8
// launch: grid 4 block 64
__global__ void half(int *a) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x < 32) {
    a[i] = 1;
    __syncthreads();
  }
}
