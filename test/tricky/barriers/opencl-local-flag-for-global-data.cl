// The barrier orders global memory.
// expect: race-free
// launch: grid 1 block 64
kernel void reverse(global int *a, global int *b) {
  a[get_local_id(0)] = get_local_id(0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[get_local_id(0)] = a[63 - get_local_id(0)];
}
