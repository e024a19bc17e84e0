// The lock is taken with the scope of a block: threads of two blocks may hold it at once.
// expect: racy
// launch: grid 4 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS_block(lock, 0, 1) != 0) {
  }
  __threadfence();
  total[0] = total[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}
