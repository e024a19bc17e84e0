// Tiles of several warps: sums of 64 and 128 threads, what one thread hands to the others of its tile with the tile's barrier
// and, once, without it, and to the next tile, which that barrier does not order.
// race 1: intra-block-race
// race 2: intra-block-race
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

template <int Size>
__global__ void sums(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<Size>(block);
  int own = in[block.thread_rank()];
  int all = cg::reduce(tile, own, cg::plus<int>());
  int before = cg::exclusive_scan(tile, own, cg::plus<int>());
  int last = tile.shfl(before + own, Size - 1);
  if (tile.any(all != last) || !tile.all(before <= all)) all = -1;
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = all;
}

template <class Tile>
__device__ void handOver(const Tile &group, int *cell, int *out, int value) {
  if (group.thread_rank() == 40) *cell = value;
  group.sync();
  *out = *cell;
}

__global__ void handedOver(int *out) {
  __shared__ int cells[4];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  int mine;
  for (int round = 0; round < 3; round++) {
    handOver(tile, &cells[tile.meta_group_rank()], &mine, 100 * round + tile.meta_group_rank());
    tile.sync();
  }
  out[threadIdx.x] = mine;
}

__global__ void handedOverTooEarly(int *out) {
  __shared__ int cells[4];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (tile.thread_rank() == 40) cells[tile.meta_group_rank()] = 7;  // race 1
  out[threadIdx.x] = cells[tile.meta_group_rank()];                 // race 1
}

__global__ void handedToTheNext(int *out) {
  __shared__ int cells[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  cells[threadIdx.x] = threadIdx.x;                                 // race 2
  tile.sync();
  out[threadIdx.x] = cells[(threadIdx.x + 1) % 256];                // race 2
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; i++) in[i] = i;
  sums<64><<<1, 256>>>(in, out);
  sums<128><<<1, 256>>>(in, out + 4);
  cudaDeviceSynchronize();
  printf("%d %d %d %d, %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
  handedOver<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[64], out[130], out[255]);
  handedOverTooEarly<<<1, 256>>>(out);
  handedToTheNext<<<1, 256>>>(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
// prints: 2016 6112 10208 14304, 8128 24512
// prints: 200 201 202 203
// prints: no error
