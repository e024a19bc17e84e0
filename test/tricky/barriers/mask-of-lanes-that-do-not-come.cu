// The mask names those who come, and each reads what one of them has written.
// expect: race-free
// launch: grid 1 block 32
__global__ void few(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 8) {
    __syncwarp(0x000000ff);
    out[threadIdx.x] = s[7 - threadIdx.x];
  }
}
