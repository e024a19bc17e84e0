// launch: grid 2,2 block 4,4
// args: out=zeros:64 in=random:64:3
kernel void transpose(global float *out, global const float *in) {
  local float tile[4][5];
  int x = get_group_id(0) * 4 + get_local_id(0), y = get_group_id(1) * 4 + get_local_id(1);
  tile[get_local_id(1)][get_local_id(0)] = in[y * 8 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 4 + get_local_id(0);
  y = get_group_id(0) * 4 + get_local_id(1);
  out[y * 8 + x] = tile[get_local_id(0)][get_local_id(1)];
}
