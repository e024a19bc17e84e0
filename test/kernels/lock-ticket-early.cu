// Who has its number or a later one goes ahead.
// expect: inter-block-race line 13 with line 13
// expect: inter-block-race line 12 with line 13
// launch: grid 8 block 64
__global__ void add(int *drawn, int *turn, int *total) {
  if (threadIdx.x != 0) return;
  int mine = atomicAdd(drawn, 1);
  while (atomicAdd(turn, 0) < mine) {
  }
  __threadfence();
  atomicAdd(turn, 1);
  int old = total[0];
  total[0] = old + 1;
}
