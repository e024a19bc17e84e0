// Two clusters count in one cell with atomics that are atomic within a cluster only.
// expect: scoped-atomic-race line 6 with line 6
// launch: grid 8 block 64
__global__ void __cluster_dims__(2, 1, 1) count(int *cells) {
  int *mine = &cells[blockIdx.x / 4];
  asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(mine) : "memory");
}
