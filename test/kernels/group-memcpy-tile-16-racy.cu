// Tiles of 16 threads copy and do not wait.
// expect: async-copy-race line 13 with line 15
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_tiles(const int *data, int *out) {
  __shared__ int part[8][16];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int which = threadIdx.x / 16;
  cg::memcpy_async(tile, part[which], data + blockIdx.x * 128 + which * 16, sizeof(int) * 16);
  tile.sync();
  out[blockIdx.x * 128 + threadIdx.x] = part[which][16 - 1 - threadIdx.x % 16];
}
