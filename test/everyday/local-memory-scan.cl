// An exclusive scan in local memory, and the sum of the group for the next step.
// expect: race-free
// launch: grid 16 block 128
__kernel void scanGroups(__global const int *in, __global int *out, __global int *sums, __local int *tmp) {
  int lid = get_local_id(0), gid = get_global_id(0), size = get_local_size(0);
  tmp[lid] = in[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < size; d <<= 1) {
    int v = lid >= d ? tmp[lid - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE); // twin:
    tmp[lid] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[gid] = lid > 0 ? tmp[lid - 1] : 0;
  if (lid == size - 1) sums[get_group_id(0)] = tmp[lid];
}
