// The same with a warp barrier.
// expect: race-free
// launch: grid 1 block 32
__global__ void rotate(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  __syncwarp();
  a[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}
