// Which scope the operation has is said by a parameter.
// expect: inconclusive: an atomic operation whose scope is not constant (test/kernels/builtin-atomic-scope-computed.cu:5)
// launch: grid 8 block 64
__global__ void count(int *all, int scope) {
  __scoped_atomic_fetch_add(all, 1, __ATOMIC_RELAXED, scope);
}
