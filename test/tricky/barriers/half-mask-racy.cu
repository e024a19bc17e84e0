// The lower half waits for itself, but reads what the upper half writes: lane 0 reads s[16], which lane 16 writes.
// expect: racy line 6 with line 9
// launch: grid 1 block 32
__global__ void half(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
    out[threadIdx.x] = s[threadIdx.x + 16];
  }
}
