// The same for one work-item only, by clang's own name.
// expect: intra-block-race line 5 with line 5
// launch: grid 1 block 64
kernel void count(global atomic_int *flags) {
  __opencl_atomic_fetch_add(&flags[0], 1, memory_order_relaxed, memory_scope_work_item);
}
