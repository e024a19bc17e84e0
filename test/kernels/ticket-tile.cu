// The first thread of each tile takes room for the tile.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>
__global__ void compact(const int *in, int *out, int *count) {
  auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  int base;
  if (tile.thread_rank() == 0) base = atomicAdd(count, 16);
  base = tile.shfl(base, 0);
  out[base + tile.thread_rank()] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
