// The lock excludes, but nothing makes what one thread wrote visible to the next.
// expect: scoped-lock-race line 10 with line 10
// expect: scoped-lock-race line 9 with line 10
// launch: grid 8 block 64
__global__ void add(int *lock, int *total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  int old = total[0];
  total[0] = old + 1;
  atomicExch(lock, 0);
}
