// The same, reading the other half's values.
// expect: intra-warp-race line 6 with line 11
// launch: grid 1 block 32
__global__ void exchange(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffffu);
  else
    __syncwarp(0xffff0000u);
  a[threadIdx.x] = s[31 - threadIdx.x];
}
