// A work-group of 64 has this race within a warp only, a larger one also between warps: no usual size is without it.
// expect: intra-block-race line 7 with line 7
kernel void sum(global const float *in, global float *out, local float *part, int n) {
  int here = get_local_id(0), at = get_global_id(0);
  part[here] = at < n ? in[at] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) { if (here < d) part[here] += part[here + d]; }
  if (here == 0) out[get_group_id(0)] = part[0];
}
