// Rows of four, but the stride is three: groups write into each other's columns.
// launch: grid 4 block 64
// expect: inter-block-race line 9 with line 9

kernel void column(global float *matrix) {
  local float part[64];
  part[get_local_id(0)] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t out = async_work_group_strided_copy(matrix + get_group_id(0), part, 64, 3, 0);
  wait_group_events(1, &out);
}
