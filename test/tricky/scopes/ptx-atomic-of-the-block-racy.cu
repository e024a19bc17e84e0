// The instruction has the scope `cta`, that of a block, on the counter of all blocks.
// expect: racy
// launch: grid 4 block 64
__global__ void count(int *total) {
  asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(total) : "memory");
}
