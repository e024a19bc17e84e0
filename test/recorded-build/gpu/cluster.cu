// Blocks of a cluster write into each other's shared memory: with the cluster's barrier between, and once without it.
// race 1: inter-block-race
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) handsOver(int *out) {
  __shared__ int cells[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  int *others = cluster.map_shared_rank(cells, cluster.block_rank() ^ 1);
  cluster.sync();
  others[t] = 100 * blockIdx.x + t;
  cluster.sync();
  int sum = cells[63 - t] + others[t];
  cluster.sync();
  out[64 * blockIdx.x + t] = sum;
}

// The neighbour counts in memory of the first block of its cluster.
__global__ void __cluster_dims__(2, 1, 1) counts(int *out) {
  __shared__ int count;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) count = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&count, 0), 1);
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

__global__ void __cluster_dims__(2, 1, 1) handsOverTooEarly(int *out) {
  __shared__ int cells[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  cells[t] = t;
  int *others = cluster.map_shared_rank(cells, cluster.block_rank() ^ 1);
  cluster.sync();
  others[t] = t;                                        // race 1
  int seen = cells[63 - t];                             // race 1
  cluster.sync();
  out[64 * blockIdx.x + t] = (seen < 0) + cells[t];
}

int main() {
  int *out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  handsOver<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[64], out[128], out[255]);
  counts<<<4, 64>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  handsOverTooEarly<<<4, 64>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%d %d %s\n", out[1], out[255], cudaGetErrorString(error));
}
// prints: 163 163 563 563
// prints: 128 0 128 0
// prints: 1 63 no error
