// The barrier is for 64 threads, so both warps have to come.
// expect: race-free
// launch: grid 1 block 64
__global__ void exchange(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
