// The barrier's scope is the group's: what was written before it is read behind it.
// expect: race-free
// launch: grid 1 block 64
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  b[get_local_id(0)] = a[63 - get_local_id(0)];
}
