// Inline assembly writes to an address that was a number from the start.
// expect: inconclusive: inline assembly with an address that is not known to come from a pointer (test/kernels/asm-number-as-address.cu:5)
// launch: grid 1 block 64
__global__ void poke(unsigned long long address) {
  asm volatile("st.global.u32 [%0], %1;" ::"l"(address), "r"(threadIdx.x) : "memory");
}
