// Shared memory through 32-bit addresses in inline PTX, with a barrier in between.
// expect: race-free
// launch: grid 4 block 64
__global__ void rotate(int *out) {
  __shared__ int tile[64];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 4 * threadIdx.x;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(threadIdx.x) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  int value;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"(at) : "memory");
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + tile[(threadIdx.x + 1) % 64];
}
