// Half of the tile comes to its barrier, and reads what the other half has written.
// expect: racy line 9 with line 12
// launch: grid 1 block 32
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void lower(int *out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 16 < 8) {
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 15];
  }
}
