// Clang's own atomic operations on global and local memory; one counter for each work-group with its scope.
// expect: race-free
// launch: grid 8 block 64
kernel void count(global int *all, global atomic_int *flags, global int *each, local int *here) {
  __scoped_atomic_fetch_add(&all[0], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __opencl_atomic_fetch_max(&flags[0], 1, memory_order_relaxed, memory_scope_all_svm_devices);
  __opencl_atomic_store(&flags[1], 1, memory_order_relaxed, memory_scope_device);
  __scoped_atomic_fetch_or(&each[get_group_id(0)], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_fetch_xor(here, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}
