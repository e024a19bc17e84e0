// Cooperative groups, and a cooperative launch.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void steps(int *to) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  to[grid.thread_rank()] = tile.shfl_down(threadIdx.x, 1);
  grid.sync();
  to[grid.thread_rank()] += to[0];
}

int main() {
  int *to = nullptr;
  void *arguments[] = {&to};
  cudaLaunchCooperativeKernel((void *)steps, dim3(1), dim3(32), arguments, 0, 0);
  cudaDeviceSynchronize();
  printf("groups\n");
}
