// A lock that is taken by an exchange.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicExch(lock, 1) == 1) {
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}
