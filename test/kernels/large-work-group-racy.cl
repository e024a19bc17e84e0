// A work-group of 4,096 items, which only a processor runs: all of them store what each has loaded.
// expect: intra-block-race line 6 with line 6
// launch: grid 2,2 block 64,64
kernel void anyOf(global const int *in, global int *out) {
  local int found;
  found = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0 && get_local_id(1) == 0) out[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = found;
}
