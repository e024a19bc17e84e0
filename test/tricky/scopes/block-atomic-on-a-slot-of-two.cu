// Each block has a slot of its own, and adds to it with the scope of a block.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(int *each) {
  atomicAdd_block(&each[blockIdx.x], 1);
}
