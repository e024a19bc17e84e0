// An atomic operation in inline PTX, and a plain write of the same place.
// expect: inter-block-race line 6 with line 7
// launch: grid 2 block 1
__global__ void mixed(int *n) {
  if (blockIdx.x == 0)
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(n), "r"(1) : "memory");
  else *n = 5;
}
