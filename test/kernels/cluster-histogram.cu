// Blocks of a cluster share one histogram, in parts: each block holds some bins, and all add to all of them.
// expect: race-free
// launch: grid 8 block 128
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) histogram(const int *in, int *bins, int n) {
  __shared__ int part[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  if (t < 64) part[t] = 0;
  cluster.sync();
  int i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    int bin = in[i] & 127;
    int *there = cluster.map_shared_rank(part, bin / 64);
    atomicAdd(there + bin % 64, 1);
  }
  cluster.sync();
  if (t < 64) atomicAdd(&bins[cluster.block_rank() * 64 + t], part[t]);
}
