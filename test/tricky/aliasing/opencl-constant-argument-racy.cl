// Whatever buffer is passed as __constant memory, work-items 0 and 1 both write out[0].
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__kernel void reverse(__global int *out, __constant int *in) {
  out[get_global_id(0) / 2] = in[63 - get_global_id(0)];
}
