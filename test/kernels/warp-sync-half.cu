// Each half of the warp has a barrier of its own.
// expect: race-free
// launch: grid 1 block 32
__global__ void exchange(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffffu);
  else
    __syncwarp(0xffff0000u);
  a[threadIdx.x] = s[threadIdx.x ^ 15];
}
