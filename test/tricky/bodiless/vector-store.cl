// vstore4 counts in fours from its pointer.
// expect: race-free
// launch: grid 1 block 64
kernel void spread(global float *out) {
  int i = get_global_id(0);
  vstore4((float4)(i), i, out);
}
