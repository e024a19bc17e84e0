// One thread of each 32 writes, to a place for each 64: the two are of one wavefront (of 32 threads, of two).
// launch: grid 1 block 256
// expect: intra-warp-race line 7 with line 7
#include <hip/hip_runtime.h>

__global__ void flags(int *flag) {
  if (threadIdx.x % 32 == 0) flag[threadIdx.x / 64] = threadIdx.x;
}
