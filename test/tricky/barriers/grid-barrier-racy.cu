// A barrier of the block does not reach the next one: block 0 reads what block 1 writes.
// expect: racy line 8 with line 10
// launch: grid 4 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shift(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cg::this_thread_block().sync();
  b[i] = a[(i + 64) % 256];
}
