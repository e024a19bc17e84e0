// What is mapped is no shared memory.
// expect: inconclusive: memory of another block at an unknown address (test/kernels/cluster-map-of-global.cu:8)
// launch: grid 4 block 64
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) wrong(float *out) {
  auto cluster = cooperative_groups::this_cluster();
  cluster.map_shared_rank(out, 1)[blockIdx.x * 64 + threadIdx.x] = 1;
}
