// A store under a predicate: only the even threads write, each the place of the odd one behind it, which reads.
// expect: intra-warp-race line 5 with line 13
// launch: grid 1 block 32
__device__ void storeIf(int *to, int value, unsigned odd) {
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.eq.u32 p, %2, 0;\n"
      "  @p st.global.s32 [%0+4], %1;\n"
      "}" ::"l"(to), "r"(value), "r"(odd) : "memory");
}
__global__ void evenAndOdd(int *a, int *out) {
  if (threadIdx.x & 1) out[threadIdx.x] = a[threadIdx.x];
  storeIf(a + threadIdx.x, threadIdx.x, threadIdx.x & 1);
}
