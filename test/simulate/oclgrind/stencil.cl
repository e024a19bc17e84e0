// launch: grid 4 block 16
// args: out=zeros:64 in=random:64:10
kernel void stencil(global float *out, global const float *in) {
  local float s[18];
  int t = get_local_id(0), i = get_global_id(0);
  s[t + 1] = in[i];
  if (t == 0) s[0] = i > 0 ? in[i - 1] : 0;
  if (t == 15) s[17] = i < 63 ? in[i + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = (s[t] + s[t + 1] + s[t + 2]) / 3;
}
