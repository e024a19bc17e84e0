// Tiles of 32 threads reduce, and their first lanes add to the total.
// expect: race-free
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sumAll(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  __shared__ int sums[8];
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  for (int i = tile.size() / 2; i > 0; i /= 2) mine += tile.shfl_down(mine, i);
  if (tile.thread_rank() == 0) sums[threadIdx.x / 32] = mine;
  block.sync(); // twin: tile.sync();
  if (block.thread_rank() == 0) {
    int total = 0;
    for (int w = 0; w < 8; w++) total += sums[w];
    atomicAdd(out, total);
  }
}

void run(const int *in, int *out, int n) { sumAll<<<64, 256>>>(in, out, n); }
