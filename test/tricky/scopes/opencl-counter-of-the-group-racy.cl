// An atomic with the scope of a work-group, on the counter of all of them.
// expect: racy line 5 with line 5
// launch: grid 4 block 64
kernel void count(global atomic_int *total) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_work_group);
}
