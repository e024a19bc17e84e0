// The barrier of the cluster orders global memory as well, among the blocks of one cluster.
// expect: race-free
// launch: grid 8 block 64
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) pass(float *data, float *out) {
  auto cluster = cooperative_groups::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  data[i] = t;
  cluster.sync();
  out[i] = data[(blockIdx.x ^ 1) * 64 + t];
}
