// An atomic operation that is one for the threads of a warp only, each on a counter of its own.
// expect: race-free
// launch: grid 1 block 64
__global__ void count(int *each) {
  __scoped_atomic_fetch_add(&each[threadIdx.x / 32], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WVFRNT);
}
