// A barrier of the grid made by hand: every block counts, and waits until all have.
// expect: race-free
// launch: grid 8 block 64
__global__ void meet(unsigned *here, int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(here, 1u);
    while (atomicAdd(here, 0u) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  b[i] = a[gridDim.x * blockDim.x - 1 - i];
}
