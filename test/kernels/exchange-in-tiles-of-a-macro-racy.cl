// Nobody defines TILE or ROUNDS: whatever they are, the neighbour reads what was not handed over yet.
// expect: intra-block-race line 11 with line 12
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void smooth(__global float *out)
{
  __local float tile[TILE][TILE];
  int i = get_local_id(0);
  int j = get_local_id(1);
  float sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    tile[i][j] = sum + i + 2 * j;
    sum += tile[j][i];
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}
