// A thread leaves the phases of a barrier object of another block: that is not followed.
// expect: inconclusive: a barrier object of another block of the cluster (test/kernels/cluster-drop-elsewhere.cu:12)
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void __cluster_dims__(2, 1, 1) leave(float *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) init(&bar, 128);
  cluster.sync();
  cluster.map_shared_rank(&bar, 0)->arrive_and_drop();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  cluster.sync();
}
