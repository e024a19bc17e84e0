// A column out of a matrix of known width; the next group's column is another one.
// launch: grid 4 block 64
// expect: race-free

kernel void column(global float *matrix, int width) {
  local float part[64];
  if (width != 4) return;
  event_t in = async_work_group_strided_copy(part, matrix + get_group_id(0), 64, 4, 0);
  wait_group_events(1, &in);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  part[get_local_id(0)] += 1.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t out = async_work_group_strided_copy(matrix + get_group_id(0), part, 64, 4, 0);
  wait_group_events(1, &out);
}
