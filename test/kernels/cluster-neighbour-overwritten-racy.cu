// A block overwrites what the one before it in its cluster may still be reading.
// expect: inter-block-race line 14 with line 16
// launch: grid 8 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) shift(const float *in, float *out) {
  __shared__ float tile[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  tile[t] = in[i];
  cluster.sync();
  float *next = cluster.map_shared_rank(tile, (cluster.block_rank() + 1) % 4);
  out[i] = next[63 - t];
  __syncthreads();
  tile[t] = 0;
}
