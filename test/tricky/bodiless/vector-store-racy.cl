// vstore4 counts in fours from its pointer, which is moved as well: items 0 and 1 both write out[5], for example.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
kernel void spread(global float *out) {
  int i = get_global_id(0);
  vstore4((float4)(i), i / 2, out + i);
}
