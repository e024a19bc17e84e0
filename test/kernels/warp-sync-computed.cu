// The mask names the lane's own eight.
// expect: race-free
// launch: grid 1 block 64
__global__ void exchange(int *a) {
  __shared__ int s[64];
  unsigned eight = 0xffu << (threadIdx.x % 32 / 8 * 8);
  s[threadIdx.x] = a[threadIdx.x];
  __syncwarp(eight);
  a[threadIdx.x] = s[threadIdx.x ^ 7];
}
