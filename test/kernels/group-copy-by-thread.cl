// All threads of a block have to ask for the same copy.
// expect: inconclusive: an asynchronous copy whose arguments may differ between the threads of the block (test/kernels/group-copy-by-thread.cl:6)
// launch: grid 4 block 64
kernel void load(global const float *in, global float *out) {
  local float part[64];
  event_t done = async_work_group_copy(part, in + get_local_id(0), 64, 0);
  wait_group_events(1, &done);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)];
}
