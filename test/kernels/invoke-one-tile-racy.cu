// The elected thread of a tile writes what rank 0 reads; they need not be the same.
// expect: intra-warp-race line 11 with line 12
// launch: grid 4 block 64
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void counted(int *out) {
  __shared__ int sum[2];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { sum[threadIdx.x / 32] = 32; });
  if (tile.thread_rank() == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = sum[threadIdx.x / 32];
}
