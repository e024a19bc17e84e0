// The next block may be one of another cluster.
// expect: inter-block-race line 9 with line 11
// launch: grid 8 block 64
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) pass(float *data, float *out) {
  auto cluster = cooperative_groups::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  data[i] = t;
  cluster.sync();
  out[i] = data[((blockIdx.x + 1) % 8) * 64 + t];
}
