// The lock is given back while other threads of the block may still add.
// expect: inter-block-race line 13 with line 13
// expect: inter-block-race line 12 with line 13
// launch: grid 8 block 64
__global__ void add(int *lock, int *totals) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  int old = totals[threadIdx.x];
  totals[threadIdx.x] = old + 1;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
