// An index that inline PTX computes: the lower half of it is the lane, the upper the warp.
// expect: race-free
// launch: grid 4 block 128
__global__ void indexed(int *out) {
  int i, lane, warp;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("shr.u32 %0, %1, 5;" : "=r"(warp) : "r"(threadIdx.x));
  asm("mad.lo.s32 %0, %1, 32, %2;" : "=r"(i) : "r"(warp), "r"(lane));
  asm("{ .reg .u32 b; mov.u32 b, %%ctaid.x; mad.lo.u32 %0, b, 128, %0; }" : "+r"(i));
  out[i] = i;
}
