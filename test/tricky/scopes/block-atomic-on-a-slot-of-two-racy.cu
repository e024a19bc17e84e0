// Blocks 0 and 1 share a slot and add to it with the scope of a block: an addition of one may be lost to the other.
// expect: racy line 5 with line 5
// launch: grid 4 block 64
__global__ void count(int *each) {
  atomicAdd_block(&each[blockIdx.x / 2], 1);
}
