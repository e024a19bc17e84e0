// The blocks of a cluster count in their own cell with atomics of the cluster's scope.
// expect: race-free
// launch: grid 8 block 64
__global__ void __cluster_dims__(2, 1, 1) count(int *cells) {
  int *mine = &cells[blockIdx.x / 2];
  asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(mine) : "memory");
}
