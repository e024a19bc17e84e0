// The lane of a thread, read from its register.
// expect: race-free
// launch: grid 4 block 32
__device__ unsigned lane() {
  unsigned result;
  asm("mov.u32 %0, %%laneid;" : "=r"(result));
  return result;
}
__global__ void perLane(int *out) { out[blockIdx.x * 32 + lane()] = 1; }
