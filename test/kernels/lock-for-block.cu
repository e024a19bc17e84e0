// One thread takes the lock for its block; barriers keep the others inside.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *lock, int *totals) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  totals[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
