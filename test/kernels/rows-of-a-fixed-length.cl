// Rows of 16: who writes this takes groups of 16 work-items for granted. Larger ones, which nobody is known to launch, race.
// expect: conditional: blockDim.x <= 16
// expect: possible inter-block-race line 10 with line 10
// expect: possible intra-block-race line 8 with line 8
#define ROW 16
kernel void load(global const int *in, local int *part, global int *out) {
  int x = get_local_id(0);
  for (int y = 0; y < ROW; y++) part[x + y * ROW] = in[get_group_id(0) * ROW * ROW + y * ROW + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 0; y < ROW; y++) out[get_group_id(0) * ROW * ROW + y * ROW + x] = part[x * ROW + y];
}
