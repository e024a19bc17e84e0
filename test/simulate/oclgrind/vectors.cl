// launch: grid 1 block 8
// args: out=zeros:32 in=random:32:12
kernel void vectors(global float *out, global const float *in) {
  int t = get_global_id(0);
  float4 v = vload4(t, in);
  vstore4(v.wzyx * 2.0f + (float4)(1, 2, 3, 4) - v.xxyy, t, out);
}
