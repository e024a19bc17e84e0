// launch: grid 1 block 16
// args: out=zeros:1 in=random:16:4
kernel void racy_reduce(global float *out, global const float *in) {
  local float part[16];
  int t = get_local_id(0);
  part[t] = in[t];
  for (int half_ = 8; half_ > 0; half_ /= 2) {
    if (t < half_) part[t] += part[t + half_];
  }
  if (t == 0) out[0] = part[0];
}
