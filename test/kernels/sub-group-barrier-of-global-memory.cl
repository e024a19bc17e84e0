// The sub-group's barrier is for the memory that its lanes exchange.
// expect: race-free
// launch: grid 1 block 32
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  b[get_local_id(0)] = a[31 - get_local_id(0)];
}
