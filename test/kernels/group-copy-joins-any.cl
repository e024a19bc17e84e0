// Which copy another one joins depends on an argument.
// expect: inconclusive: an asynchronous copy that joins an unknown event (test/kernels/group-copy-joins-any.cl:10); a possible async-copy-race was neither proved nor ruled out (test/kernels/group-copy-joins-any.cl:10)
// expect: possible async-copy-race line 10 with line 13
// launch: grid 4 block 64
kernel void load(global const float *in, global float *out, int n) {
  local float part[64], other[64], third[64];
  event_t both[2];
  both[0] = async_work_group_copy(part, in, 64, 0);
  both[1] = async_work_group_copy(other, in + 64, 64, 0);
  async_work_group_copy(third, in + 128, 64, both[n & 1]);
  wait_group_events(2, both);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)] + other[get_local_id(0)] + third[get_local_id(0)];
}
