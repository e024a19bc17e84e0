// A block of one thread is no pair of threads: its copies would have to be held against itself.
// expect: inconclusive: asynchronous copies in blocks of one thread are not modelled (test/kernels/group-copy-one-thread.cl:6)
// launch: grid 4 block 1
kernel void add(global float *data) {
  local float part[1];
  event_t done = async_work_group_copy(part, data + get_group_id(0), 1, 0);
  wait_group_events(1, &done);
  data[get_group_id(0)] = part[0] + 1.0f;
}
