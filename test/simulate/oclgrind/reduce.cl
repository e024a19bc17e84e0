// launch: grid 2 block 32
// args: out=zeros:2 in=random:64:4
kernel void reduce(global float *out, global const float *in) {
  local float part[32];
  int t = get_local_id(0);
  part[t] = in[get_global_id(0)];
  for (int half_ = 16; half_ > 0; half_ /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_) part[t] += part[t + half_];
  }
  if (t == 0) out[get_group_id(0)] = part[0];
}
