// launch: grid 1 block 32
// args: data=random:32:7
kernel void bitonic(global int *data) {
  local int s[32];
  int t = get_local_id(0);
  s[t] = data[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t) {
        int x = s[t], y = s[other];
        if ((x > y) == ((t & k) == 0)) {
          s[t] = y;
          s[other] = x;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  data[t] = s[t];
}
