// launch: grid 1 block 32
// args: data=random:32:5
kernel void racy_scan(global int *data) {
  local int s[32];
  int t = get_local_id(0);
  s[t] = data[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) s[t] += s[t - 1];
  data[t] = s[t];
}
