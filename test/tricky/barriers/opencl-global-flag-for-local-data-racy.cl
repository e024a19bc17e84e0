// The barrier orders global memory only: item 0 writes s[0], which item 63 reads behind it.
// expect: racy line 6 with line 8
// launch: grid 2 block 64
kernel void reverse(global int *a) {
  local int s[64];
  s[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = s[63 - get_local_id(0)];
}
