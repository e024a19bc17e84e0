// An index that inline PTX computes: two warps have the same.
// expect: intra-block-race line 7 with line 7
// launch: grid 1 block 128
__global__ void indexed(int *out) {
  int i;
  asm("bfe.u32 %0, %1, 0, 6;" : "=r"(i) : "r"(threadIdx.x));
  out[i] = threadIdx.x;
}
