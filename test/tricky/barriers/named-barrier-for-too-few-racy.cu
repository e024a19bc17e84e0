// The barrier is for 32 threads, so each warp passes it alone: thread 0 reads s[32], which thread 32 writes.
// expect: racy line 6 with line 8
// launch: grid 1 block 64
__global__ void exchange(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 1, 32;" ::: "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}
