// A barrier under a predicate that not all threads of the block share.
// expect: barrier-divergence line 5
// launch: grid 1 block 64
__global__ void some(int *out) {
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 40; @p bar.sync 0; }" ::"r"(threadIdx.x) : "memory");
  out[threadIdx.x] = 1;
}
