// Atomic for the work-items of a sub-group only; no rule knows such a scope.
// expect: inconclusive: an atomic operation for one warp or thread only (test/kernels/builtin-opencl-atomic-sub-group.cl:5)
// launch: grid 1 block 64
kernel void count(global atomic_int *flags) {
  atomic_fetch_add_explicit(&flags[0], 1, memory_order_relaxed, (memory_scope)4);
}
