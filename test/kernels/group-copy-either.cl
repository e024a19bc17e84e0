// Which copy is waited for first depends on an argument.
// expect: inconclusive: a wait for asynchronous copies that cannot be told apart (test/kernels/group-copy-either.cl:11); a wait for asynchronous copies that cannot be told apart (test/kernels/group-copy-either.cl:12); a possible async-copy-race was neither proved nor ruled out (test/kernels/group-copy-either.cl:9); a possible async-copy-race was neither proved nor ruled out (test/kernels/group-copy-either.cl:10)
// expect: possible async-copy-race line 10 with line 14
// expect: possible async-copy-race line 9 with line 14
// launch: grid 4 block 64
kernel void load(global const float *in, global float *out, int n) {
  local float part[64], other[64];
  event_t both[2];
  both[0] = async_work_group_copy(part, in, 64, 0);
  both[1] = async_work_group_copy(other, in + 64, 64, 0);
  wait_group_events(1, &both[n & 1]);
  wait_group_events(1, &both[~n & 1]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)] + other[get_local_id(0)];
}
