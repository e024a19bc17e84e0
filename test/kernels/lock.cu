// One thread of each block adds under a lock, with a fence behind taking it and one before giving it back.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  total[0] = total[0] + 1;
  __threadfence();
  atomicExch(lock, 0);
}
