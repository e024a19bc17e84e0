// The copy goes to a pointer that was never set.
// expect: inconclusive: an asynchronous copy of unknown place or length (test/kernels/group-copy-nowhere.cl:6)
// launch: grid 4 block 64
kernel void load(global float *in) {
  local float *part;
  event_t done = async_work_group_copy(part, in, 64, 0);
  wait_group_events(1, &done);
}
