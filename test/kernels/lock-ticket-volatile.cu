// A ticket lock whose turn is a volatile variable, and is stored by who is done.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *drawn, volatile int *turn, int *total) {
  if (threadIdx.x != 0) return;
  int mine = atomicAdd(drawn, 1);
  while (*turn != mine) {
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  *turn = mine + 1;
}
