// `cuda::ptx`: no block waits until the other one has read.
// expect: async-copy-race line 28 with line 30
// expect: possible async-copy-race line 28 with line 28
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(2, 1, 1) exchange(const int *in, int *out, int n) {
  __shared__ int inbox[64];
  __shared__ uint64_t full, empty;
  auto cluster = cg::this_cluster();
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_init(&empty, 64);
  }
  cluster.sync();
  unsigned other = cluster.block_rank() ^ 1;
  int *theirs = cluster.map_shared_rank(inbox, other);
  uint64_t *their_full = cluster.map_shared_rank(&full, other);
  uint64_t *their_empty = cluster.map_shared_rank(&empty, other);
  int sum = 0;
  for (int k = 0; k < n; k++) {
    if (t == 0) ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, sizeof(inbox));
    ptx::st_async(&theirs[63 - t], in[(block * n + k) * 64 + t], their_full);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, k & 1));
    sum += inbox[t];
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, their_empty);
  }
  out[block * 64 + t] = sum;
  cluster.sync();
}
