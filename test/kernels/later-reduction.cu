// Asynchronous additions to the other block's counts are atomic to each other.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) count(const int *in, int *out) {
  __shared__ int bins[16];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  uint32_t other = cluster.block_rank() ^ 1;
  if (t < 16) bins[t] = 0;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, 64 * 4);
  }
  cluster.sync();
  int *there = cluster.map_shared_rank(&bins[in[blockIdx.x * 64 + t] & 15], other);
  ptx::red_async(ptx::op_add, ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, there, 1,
                 cluster.map_shared_rank(&full, other));
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  if (t < 16) out[blockIdx.x * 16 + t] = bins[t];
  cluster.sync();
}
