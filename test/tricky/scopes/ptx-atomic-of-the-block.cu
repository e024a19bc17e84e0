// The instruction has the scope `gpu`.
// expect: race-free
// launch: grid 4 block 64
__global__ void count(int *total) {
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(total) : "memory");
}
