// Clang's own atomic operations, with the scope of a work-group and on memory of all of them.
// expect: scoped-atomic-race line 7 with line 7
// expect: scoped-atomic-race line 8 with line 8
// expect: scoped-atomic-race line 9 with line 9
// launch: grid 8 block 64
kernel void count(global int *all, global atomic_int *flags) {
  __scoped_atomic_fetch_add(&all[0], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __opencl_atomic_fetch_max(&flags[0], 1, memory_order_relaxed, memory_scope_work_group);
  __opencl_atomic_store(&flags[1], 1, memory_order_relaxed, memory_scope_work_group);
}
