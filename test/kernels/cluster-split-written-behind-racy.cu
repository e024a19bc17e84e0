// What another block reads is written behind the arrival.
// expect: inter-block-race line 12 with line 16
// launch: grid 4 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(const float *in, float *out) {
  __shared__ float given[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  auto token = cluster.barrier_arrive();
  given[t] = in[i];
  float own = out[i];
  cluster.barrier_wait(static_cast<decltype(token) &&>(token));
  const float *other = cluster.map_shared_rank(given, cluster.block_rank() ^ 1);
  out[i] = own + other[t];
  cluster.sync();
}
