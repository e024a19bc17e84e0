// A fence makes nobody wait: item 0 may write s[0] after item 63 has read it.
// expect: racy line 6 with line 8
// launch: grid 1 block 64
kernel void reverse(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = s[63 - get_local_id(0)];
}
