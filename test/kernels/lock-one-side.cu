// Block 0 does not take the lock.
// expect: inter-block-race line 8 with line 15
// expect: inter-block-race line 8 with line 14
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    total[0] = 0;
    return;
  }
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int old = total[0];
  total[0] = old + 1;
  __threadfence();
  atomicExch(lock, 0);
}
