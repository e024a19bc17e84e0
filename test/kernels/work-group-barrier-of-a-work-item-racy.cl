// The barrier joins the group, but in the scope of one work-item it makes nothing visible to the others.
// expect: intra-block-race line 5 with line 7
// launch: grid 1 block 64
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_item);
  b[get_local_id(0)] = a[63 - get_local_id(0)];
}
