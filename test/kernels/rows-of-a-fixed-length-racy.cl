// Groups of 16 work-items, as long as the rows, race as well: the barrier before the columns are read is missing.
// expect: intra-block-race line 9 with line 10
// expect: possible inter-block-race line 10 with line 10
// expect: possible intra-block-race line 9 with line 9
#define ROW 16
kernel void load(global const int *in, local int *part, global int *out) {
  int x = get_local_id(0);
  for (int y = 0; y < ROW; y++)
    part[x + y * ROW] = in[get_group_id(0) * ROW * ROW + y * ROW + x];
  for (int y = 0; y < ROW; y++) out[get_group_id(0) * ROW * ROW + y * ROW + x] = part[x * ROW + y];
}
