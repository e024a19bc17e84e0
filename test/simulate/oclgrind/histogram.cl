// launch: grid 2 block 32
// args: bins=zeros:16 data=random:64:6
kernel void histogram(volatile global int *bins, global const int *data) {
  local int own[16];
  int t = get_local_id(0);
  if (t < 16) own[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[data[get_global_id(0)] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) atomic_add(&bins[t], own[t]);
}
