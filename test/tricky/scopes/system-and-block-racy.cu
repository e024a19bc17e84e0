// A maximum with the scope of a block, where another block adds with that of the system.
// expect: racy line 5 with line 6
// launch: grid 2 block 64
__global__ void raise(int *peak) {
  if (blockIdx.x == 0) atomicMax_block(peak, threadIdx.x);
  else atomicAdd_system(peak, 1);
}
