// Written for warps of 32: the mask names half of a wavefront of 64 and orders nothing for the other half.
// launch: grid 2 block 128
// expect: intra-warp-race line 10 with line 12
#include <hip/hip_runtime.h>

__global__ void swap(int *data) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int neighbour = threadIdx.x ^ 1;
  s[threadIdx.x] = data[i];
  __syncwarp(0xffffffffull);
  data[i] = s[neighbour];
}
