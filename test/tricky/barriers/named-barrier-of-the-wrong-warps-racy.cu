// Warps 0 and 2 meet at barrier 1, and warp 0 reads what warp 1 writes: thread 0 reads s[32], which thread 32 writes.
// expect: racy line 8 with line 10
// launch: grid 1 block 128
__global__ void exchange(int *out) {
  __shared__ int s[128];
  int warp = threadIdx.x / 32;
  int barrier = 1 + warp % 2;
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
