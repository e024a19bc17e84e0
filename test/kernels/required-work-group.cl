// OpenCL runs the kernel with work-groups of the size that it requires, and no other.
// expect: race-free
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(__global int *a) {
  __local int s[64];
  s[get_local_id(0) % 64] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[63 - get_local_id(0) % 64];
}
