// Half of the warp comes to its barrier, and reads what the other half has written.
// expect: racy line 6 with line 9
// launch: grid 1 block 32
__global__ void lower(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}
