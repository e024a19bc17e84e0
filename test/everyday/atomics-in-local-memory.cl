// Each group counts for itself, and adds what it has counted.
// expect: race-free
// launch: grid 32 block 64
__kernel void count(__global const uchar *in, __global volatile uint *bins, __local volatile uint *mine, uint n) {
  uint lid = get_local_id(0);
  for (uint i = lid; i < 256; i += get_local_size(0)) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[in[i]]); // twin: for (uint i = get_global_id(0); i < n; i += get_global_size(0)) mine[in[i]]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < 256; i += get_local_size(0)) atomic_add(&bins[i], mine[i]);
}
