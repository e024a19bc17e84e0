// expect: race-free
// What a grid says of its clusters.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) counted(unsigned *out, unsigned *threads) {
  const cg::grid_group grid = cg::this_grid();
  const cg::cluster_group cluster = cg::this_cluster();
  if (cluster.thread_rank() == 0) out[grid.cluster_rank()] = grid.num_clusters() + grid.dim_clusters().x;
  const unsigned i = grid.thread_rank();
  threads[i] = grid.dim_threads().x + grid.cluster_index().x;
}
void run(unsigned *out, unsigned *threads) { counted<<<8, 64>>>(out, threads); }
