// Each group copies its part in, works on it and copies it out; waits and barriers are where they belong.
// launch: grid 4 block 64
// expect: race-free

kernel void scale(global float *data) {
  local float part[64];
  event_t in = async_work_group_copy(part, data + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &in);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  part[get_local_id(0)] *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t out = async_work_group_copy(data + 64 * get_group_id(0), part, 64, 0);
  wait_group_events(1, &out);
}
