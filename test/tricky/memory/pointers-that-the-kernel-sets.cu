// The kernel lets each node lead to the one opposite.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *values) {
  __shared__ int *next[64];
  next[threadIdx.x] = &values[63 - threadIdx.x];
  __syncthreads();
  *next[threadIdx.x] = threadIdx.x;
}
