// The host may pass one buffer for both: that it does not is assumed, and said.
// expect: race-free
// launch: grid 1 block 64
// assuming: out in overlap
__kernel void reverse(__global int *out, __constant int *in) {
  out[get_global_id(0)] = in[63 - get_global_id(0)];
}
