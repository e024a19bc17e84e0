// The lower half waits for itself and reads what it has written.
// expect: race-free
// launch: grid 1 block 32
__global__ void half(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
    out[threadIdx.x] = s[15 - threadIdx.x];
  }
}
