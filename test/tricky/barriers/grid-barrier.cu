// A barrier of the grid reaches all blocks.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shift(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cg::this_grid().sync();
  b[i] = a[(i + 64) % 256];
}
