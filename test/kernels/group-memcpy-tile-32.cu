// Tiles of 32 threads copy and wait for themselves.
// expect: race-free
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_tiles(const int *data, int *out) {
  __shared__ int part[4][32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int which = threadIdx.x / 32;
  cg::memcpy_async(tile, part[which], data + blockIdx.x * 128 + which * 32, sizeof(int) * 32);
  cg::wait(tile);
  out[blockIdx.x * 128 + threadIdx.x] = part[which][32 - 1 - threadIdx.x % 32];
}
