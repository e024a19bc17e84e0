// Lanes repeat from warp to warp.
// expect: intra-block-race line 7 with line 7
// launch: grid 1 block 64
__global__ void perLane(int *out) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[lane] = threadIdx.x;
}
