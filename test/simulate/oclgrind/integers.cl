// launch: grid 1 block 16
// args: out=zeros:128 in=random:16:11
kernel void integers(global uint *out, global const int *in) {
  int t = get_global_id(0), v = in[t] * 77777777 - 123456789;
  out[8 * t] = v / 7;
  out[8 * t + 1] = v % 7;
  out[8 * t + 2] = (uint)v / 7u;
  out[8 * t + 3] = v >> 5;
  out[8 * t + 4] = (uint)v >> 5;
  out[8 * t + 5] = mul_hi(v, 99999999) ^ rotate((uint)v, 7u);
  out[8 * t + 6] = clz(v) + popcount(v) * 100 + abs_diff(v, 5);
  out[8 * t + 7] = (uint)(((long)v * v) >> 20) + add_sat(v, v) + (uchar)v + (short)v;
}
