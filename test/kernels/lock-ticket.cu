// A ticket lock: draw a number, wait for it, call the next.
// expect: race-free
// launch: grid 8 block 64
__global__ void add(int *drawn, int *turn, int *total) {
  if (threadIdx.x != 0) return;
  int mine = atomicAdd(drawn, 1);
  while (atomicAdd(turn, 0) != mine) {
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicAdd(turn, 1);
}
