// Only the block itself has waited for what another one reads.
// expect: inter-block-race line 11 with line 14
// launch: grid 8 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) shift(const float *in, float *out) {
  __shared__ float tile[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  tile[t] = in[i];
  __syncthreads();
  float *next = cluster.map_shared_rank(tile, (cluster.block_rank() + 1) % 4);
  out[i] = next[63 - t];
  cluster.sync();
  tile[t] = 0;
}
