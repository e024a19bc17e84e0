// A barrier does not wait for the copy.
// launch: grid 4 block 64
// expect: async-copy-race line 9 with line 11

kernel void read_too_early(global const int *in, global int *out) {
  local int part[64];
  event_t done;

  done = async_work_group_copy(part, in + 64 * get_group_id(0), 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)];
  wait_group_events(1, &done);
}
