// The compiler's own atomic, with the scope of a single thread, on a counter of its own.
// expect: race-free
// launch: grid 1 block 32
__global__ void count(int *total) {
  __scoped_atomic_fetch_add(&total[threadIdx.x], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_SINGLE);
}
