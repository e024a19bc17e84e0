// launch: grid 1 block 32
// args: data=random:32:5
kernel void scan(global int *data) {
  local int a[32], b[32];
  int t = get_local_id(0);
  local int *from = a, *to = b;
  from[t] = data[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 32; d *= 2) {
    to[t] = t >= d ? from[t] + from[t - d] : from[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *other = from;
    from = to;
    to = other;
  }
  data[t] = from[t];
}
