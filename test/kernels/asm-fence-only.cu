// A fence orders the accesses of a thread, not the threads.
// expect: intra-block-race line 7 with line 10
// launch: grid 1 block 64
__global__ void rotate(int *out) {
  __shared__ int tile[65];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(threadIdx.x) : "memory");
  asm volatile("membar.cta;" ::: "memory");
  int value;
  asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(value) : "r"(at) : "memory");
  out[threadIdx.x] = value;
}
