// The mask names sixteen lanes and eight of them come: what the others have written is ordered by nothing.
// expect: racy line 6 with line 9
// launch: grid 1 block 32
__global__ void few(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 8) {
    __syncwarp(0x0000ffff);
    out[threadIdx.x] = s[15 - threadIdx.x];
  }
}
