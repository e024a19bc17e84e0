// Nobody defines ROUNDS: whatever it is, the neighbour reads what was not handed over yet.
// expect: intra-block-race line 10 with line 11
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void smooth(__global float *out)
{
  __local float tile[64];
  int i = get_local_id(0);
  float sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    tile[i] = sum + i;
    sum += tile[(i + 1) % 64];
  }
  out[get_global_id(0)] = sum;
}
