// The same with a predicate that keeps the threads apart.
// expect: race-free
// launch: grid 1 block 32
__device__ void storeIf(int *to, int value, unsigned odd) {
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 0; @!p st.global.s32 [%0], %1; }" ::"l"(to), "r"(value), "r"(odd)
               : "memory");
}
__global__ void evenAndOdd(int *a, int *out) {
  if ((threadIdx.x & 1) == 0) out[threadIdx.x] = a[threadIdx.x];
  storeIf(a + threadIdx.x, threadIdx.x, threadIdx.x & 1);
}
