// All threads of the group have to call it.
// launch: grid 4 block 64
// expect: barrier-divergence line 9

kernel void some_call(global const int *in) {
  local int part[64];
  event_t done = 0;
  if (get_local_id(0) < 32) {
    done = async_work_group_copy(part, in, 64, 0);
  }
}
