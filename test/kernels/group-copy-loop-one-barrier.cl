// Without a second barrier the next round's copy overwrites what slower threads still read.
// launch: grid 4 block 64
// expect: async-copy-race line 9 with line 12

kernel void sum(global const float *in, global float *out, int tiles) {
  local float tile[64];
  float total = 0.0f;
  for (int t = 0; t < tiles; t++) {
    event_t done = async_work_group_copy(tile, in + 64 * t, 64, 0);
    wait_group_events(1, &done);
    barrier(CLK_LOCAL_MEM_FENCE);
    total += tile[63 - get_local_id(0)];
  }
  out[get_global_id(0)] = total;
}
