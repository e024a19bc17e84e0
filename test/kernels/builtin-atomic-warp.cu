// An atomic operation that is one for the threads of a warp only; no rule knows such a scope.
// expect: inconclusive: an atomic operation for one warp or thread only (test/kernels/builtin-atomic-warp.cu:5)
// launch: grid 1 block 64
__global__ void count(int *each) {
  __scoped_atomic_fetch_add(&each[threadIdx.x / 32], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WVFRNT);
}
