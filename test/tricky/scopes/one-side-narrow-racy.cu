// Block 0 adds with the scope of a block, the others with that of the device: block 0 may miss what block 1 added.
// expect: racy line 5 with line 6
// launch: grid 4 block 64
__global__ void count(int *total) {
  if (blockIdx.x == 0) atomicAdd_block(total, 1);
  else atomicAdd(total, 1);
}
