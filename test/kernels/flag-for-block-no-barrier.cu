// The flag is set before all threads of block 0 have written.
// expect: inter-block-race line 6 with line 18
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(ready, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(ready, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
