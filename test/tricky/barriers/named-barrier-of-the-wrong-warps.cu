// Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2, and each reads what its partner writes.
// expect: race-free
// launch: grid 1 block 128
__global__ void exchange(int *out) {
  __shared__ int s[128];
  int warp = threadIdx.x / 32;
  int barrier = 1 + warp / 2;
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
