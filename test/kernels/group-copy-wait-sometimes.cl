// The copy is waited for on two ways, and on each of them for itself.
// expect: inconclusive: an asynchronous copy that is waited for on some paths only, or in another iteration (test/kernels/group-copy-wait-sometimes.cl:7); a possible async-copy-race was neither proved nor ruled out (test/kernels/group-copy-wait-sometimes.cl:7)
// expect: possible async-copy-race line 7 with line 15
// launch: grid 4 block 64
kernel void load(global const float *in, global float *out, int n) {
  local float part[64];
  event_t done = async_work_group_copy(part, in, 64, 0);
  if (n > 3) {
    wait_group_events(1, &done);
    out[get_global_id(0)] = 0;
  } else {
    wait_group_events(1, &done);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n <= 3) out[get_global_id(0)] = part[get_local_id(0)];
}
