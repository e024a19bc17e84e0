// Every thread of the tile comes to its barrier, and eight of them go on.
// expect: race-free
// launch: grid 1 block 32
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void lower(int *out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  if (threadIdx.x % 16 < 8) out[threadIdx.x] = s[threadIdx.x ^ 15];
}
