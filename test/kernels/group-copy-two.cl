// Two copies under way into one place.
// launch: grid 4 block 64
// expect: async-copy-race line 9 with line 10

kernel void twice(global const int *a, global const int *b) {
  local int part[96];
  event_t done[2];

  done[0] = async_work_group_copy(part, a, 64, 0);
  done[1] = async_work_group_copy(part + 32, b, 64, 0);
  wait_group_events(2, done);
}
