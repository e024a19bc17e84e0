// A barrier without flags orders no memory: item 0 writes s[0], which item 63 reads behind it.
// expect: racy line 6 with line 8
// launch: grid 1 block 64
kernel void reverse(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0);
  work_group_barrier(0);
  out[get_local_id(0)] = s[63 - get_local_id(0)];
}
