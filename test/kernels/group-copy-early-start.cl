// The copy may begin when the first thread calls it, while others still write its source.
// launch: grid 4 block 64
// expect: async-copy-race line 8 with line 9

kernel void copy_too_early(global int *out) {
  local int part[64];

  part[get_local_id(0)] = get_global_id(0);
  event_t done = async_work_group_copy(out + 64 * get_group_id(0), part, 64, 0);
  wait_group_events(1, &done);
}
