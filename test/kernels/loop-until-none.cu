// All threads learn from the barrier whether to go on.
// expect: race-free
// launch: grid 1 block 64
__global__ void settle(int *a) {
  __shared__ int s[64];
  int goOn = 1;
  while (goOn) {
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    goOn = __syncthreads_or(v > a[threadIdx.x]);
  }
}
