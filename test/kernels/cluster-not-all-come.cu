// A part of the threads comes to the barrier of the cluster once more.
// expect: inconclusive: cannot show that all threads of a cluster reach its barrier equally often (test/kernels/cluster-not-all-come.cu:9)
// launch: grid 4 block 64
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) some(float *out) {
  auto cluster = cooperative_groups::this_cluster();
  int t = threadIdx.x;
  cluster.sync();
  if (t < 32) cluster.sync();
  out[blockIdx.x * 64 + t] = t;
}
