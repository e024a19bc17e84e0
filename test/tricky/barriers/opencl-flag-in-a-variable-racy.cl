// For groups with odd numbers the flag is that of local memory: there item 0 writes a word that item 63 reads.
// expect: racy line 6 with line 9
// launch: grid 2 block 64
kernel void reverse(global int *a, global int *b) {
  size_t base = 64 * get_group_id(0);
  a[base + get_local_id(0)] = get_local_id(0);
  if (get_group_id(0) % 2) barrier(CLK_LOCAL_MEM_FENCE);
  else barrier(CLK_GLOBAL_MEM_FENCE);
  b[base + get_local_id(0)] = a[base + 63 - get_local_id(0)];
}
