// Threads wait for a barrier object in the shared memory of the cluster's first block: PTX has waits for the block's own only.
// expect: inconclusive: a wait for a barrier object of another block of the cluster, which PTX does not allow (test/kernels/cluster-object-of-another.cu:12)
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void __cluster_dims__(2, 1, 1) tell(float *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) init(&bar, 128);
  cluster.sync();
  cluster.map_shared_rank(&bar, 0)->arrive_and_wait();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  cluster.sync();
}
