// A vector store in inline PTX: two neighbours write the same pair.
// expect: intra-warp-race line 5 with line 5
// launch: grid 2 block 64
__device__ void storePair(int *to, int a, int b) {
  asm volatile("st.global.v2.s32 [%0], {%1, %2};" ::"l"(to), "r"(a), "r"(b) : "memory");
}
__global__ void pairs(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  storePair(out + 2 * (i / 2), i, i + 1);
}
