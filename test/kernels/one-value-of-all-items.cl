// All work-items of a work-group store one value in one place: whether that will do is for the project to say.
// expect: conditional: idempotent(flags)
// expect: possible intra-block-race line 6 with line 6
// launch: grid 1 block 64
__kernel void clear(__local int *flags, __global int *out, int at) {
  flags[at] = get_local_size(0) / 64;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = flags[at];
}
