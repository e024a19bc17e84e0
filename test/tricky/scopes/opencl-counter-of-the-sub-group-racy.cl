// An atomic with the scope of a sub-group, on a counter of the whole work-group.
// expect: racy line 8 with line 8
// launch: grid 1 block 512
kernel void count(global int *out) {
  local atomic_int total;
  if (get_local_id(0) == 0) atomic_init(&total, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&total, 1, memory_order_relaxed, memory_scope_sub_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[0] = atomic_load_explicit(&total, memory_order_relaxed, memory_scope_work_group);
}
