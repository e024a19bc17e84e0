// The flag is for the work-group only, and read in others.
// expect: scoped-atomic-race line 12 with line 12
// expect: scoped-atomic-race line 10 with line 12
// expect: scoped-fence-race line 9 with line 14
// launch: grid 8 block 64
kernel void hand(global int *data, global atomic_int *ready, global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 42;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_work_group);
  } else {
    while (atomic_load_explicit(ready, memory_order_acquire, memory_scope_work_group) == 0) {
    }
    out[get_group_id(0)] = data[0];
  }
}
