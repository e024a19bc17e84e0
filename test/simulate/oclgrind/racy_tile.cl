// launch: grid 1 block 4,4
// args: out=zeros:16 in=iota:16
kernel void racy_tile(global int *out, global const int *in) {
  local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * 4 + x];
  out[y * 4 + x] = tile[x][y];
}
