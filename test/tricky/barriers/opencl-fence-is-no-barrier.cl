// A barrier makes everybody wait.
// expect: race-free
// launch: grid 1 block 64
kernel void reverse(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = s[63 - get_local_id(0)];
}
