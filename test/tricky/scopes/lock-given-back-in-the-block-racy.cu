// The lock is given back with the scope of a block, which block 1 need not see in order.
// expect: racy
// launch: grid 4 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  total[0] = total[0] + 1;
  __threadfence();
  atomicExch_block(lock, 0);
}
