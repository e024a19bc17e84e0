// launch: grid 2 block 8
// args: out=zeros:16 in=random:16:13
kernel void group_copy(global int *out, global const int *in) {
  local int part[8];
  event_t done = async_work_group_copy(part, in + 8 * get_group_id(0), 8, 0);
  wait_group_events(1, &done);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[7 - get_local_id(0)] * 3;
}
