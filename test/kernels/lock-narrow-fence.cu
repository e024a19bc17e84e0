// The fence before the lock is given back is for the block only.
// expect: scoped-lock-race line 11 with line 11
// expect: scoped-lock-race line 10 with line 11
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int old = total[0];
  total[0] = old + 1;
  __threadfence_block();
  atomicExch(lock, 0);
}
