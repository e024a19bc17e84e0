// Whether the first wait is for one copy or for two is known when the kernel runs.
// expect: inconclusive: a wait for asynchronous copies that cannot be told apart (test/kernels/group-copy-many-waits.cl:9)
// launch: grid 4 block 64
kernel void load(global const float *in, global float *out, int n) {
  local float part[64], other[64];
  event_t both[2];
  both[0] = async_work_group_copy(part, in, 64, 0);
  both[1] = async_work_group_copy(other, in + 64, 64, 0);
  wait_group_events(1 + (n & 1), both);
  wait_group_events(2, both);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)] + other[get_local_id(0)];
}
