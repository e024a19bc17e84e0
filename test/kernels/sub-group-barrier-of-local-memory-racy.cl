// The sub-group's barrier is for local memory; what its lanes exchange lies in global memory.
// expect: intra-warp-race line 5 with line 7
// launch: grid 1 block 32
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0)] = a[31 - get_local_id(0)];
}
