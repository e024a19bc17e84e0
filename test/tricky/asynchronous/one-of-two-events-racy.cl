// Two copies with an event each, of which one is waited for.
// expect: racy
// launch: grid 2 block 64
kernel void copy(global const float *a, global const float *b, global float *out) {
  local float left[64], right[64];
  event_t events[2];
  events[0] = async_work_group_copy(left, a, 64, 0);
  events[1] = async_work_group_copy(right, b, 64, 0);
  wait_group_events(1, events);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = left[get_local_id(0)] + right[get_local_id(0)];
  wait_group_events(1, events + 1);
}
