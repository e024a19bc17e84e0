// A barrier of the warp does not reach the next one: thread 31 reads s[32], which thread 32 writes.
// expect: racy line 6 with line 8
// launch: grid 1 block 64
__global__ void next(int *out) {
  __shared__ int s[65];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
