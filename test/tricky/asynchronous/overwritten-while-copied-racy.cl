// What a copy takes out of local memory is overwritten before it is done.
// expect: racy
// launch: grid 2 block 64
kernel void copy(global float *out) {
  local float tile[64];
  int t = get_local_id(0);
  tile[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + get_group_id(0) * 128, tile, 64, 0);
  tile[t] = 2 * t;
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t f = async_work_group_copy(out + get_group_id(0) * 128 + 64, tile, 64, 0);
  wait_group_events(1, &f);
}
