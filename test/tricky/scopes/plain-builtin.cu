// The compiler's atomic without a scope is for the whole system, and one block exchanges beside it.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(int *total) {
  if (blockIdx.x == 0) __atomic_exchange_n(total, 0, __ATOMIC_RELAXED);
  else __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
}
