// OpenCL's way of counting.
// expect: race-free
// launch: grid 4 block 64
kernel void compact(global const int *in, global int *out, volatile global int *count) {
  int i = get_global_id(0);
  if (in[i] > 0) out[atomic_inc(count)] = in[i];
}
