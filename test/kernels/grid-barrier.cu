// Blocks exchange data across a barrier of the whole grid.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>
__global__ void exchange(int *a, int *b) {
  int n = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cooperative_groups::this_grid().sync();
  b[i] = a[n - 1 - i];
}
