// Every block sends a value to every block of its cluster; the first thread waits for those that come.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__global__ void __cluster_dims__(4, 1, 1) gather(const int *in, int *out) {
  __shared__ int boxes[4];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, rank = cluster.block_rank();
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, sizeof(boxes));
  }
  cluster.sync();
  if (t < 4) {
    int *there = cluster.map_shared_rank(&boxes[rank], t);
    ptx::st_async(there, in[blockIdx.x], cluster.map_shared_rank(&full, t));
  }
  if (t == 0) {
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0)) {
    }
  }
  if (t == 0) out[blockIdx.x] = boxes[0] + boxes[1] + boxes[2] + boxes[3];
  cluster.sync();
}
