// The barrier orders local memory only: item 0 writes a[0], which item 63 reads behind it.
// expect: racy line 5 with line 7
// launch: grid 1 block 64
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  b[get_local_id(0)] = a[63 - get_local_id(0)];
}
