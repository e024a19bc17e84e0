// Cooperative groups: tiles, the grid's barrier, lanes that happen to be together; once without the grid's barrier.
// race 1: inter-block-race
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void shifted(int *a, int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  a[i] = i;
  grid.sync();
  out[i] = a[(i + 100) % n];
}

__global__ void shiftedTooEarly(int *a, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + block.thread_rank();
  a[i] = i;                                       // race 1
  block.sync();
  out[i] = a[(i + 64) % n];                       // race 1
}

__global__ void tiles(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group some = cg::coalesced_threads();
    if (some.thread_rank() == 0) atomicAdd(&out[8], (int)some.size());
  }
}

int main() {
  int *m, n = 256;
  cudaMallocManaged(&m, 600 * sizeof(int));
  int *a = m, *out = m + 300;
  void *args[] = {&a, &out, &n};
  cudaLaunchCooperativeKernel((void *)shifted, dim3(4), dim3(64), args, 0, 0);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[255]);
  shiftedTooEarly<<<4, 64>>>(a, out, n);
  cudaMemset(m, 0, 10 * sizeof(int));
  tiles<<<1, 64>>>(m);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", m[0], m[7], m[8]);
}
// prints: 100 99
// prints: 28 476 22
