// The compiler's atomic without a scope is for the whole system, but one block stores beside it: the store may be lost.
// expect: racy line 5 with line 6
// launch: grid 4 block 64
__global__ void count(int *total) {
  if (blockIdx.x == 0) *total = 0;
  else __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
}
