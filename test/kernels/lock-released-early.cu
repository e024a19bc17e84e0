// The second access stands behind the end of the critical section.
// expect: inter-block-race line 13 with line 13
// expect: inter-block-race line 10 with line 13
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int old = total[0];
  __threadfence();
  atomicExch(lock, 0);
  total[0] = old + 1;
}
