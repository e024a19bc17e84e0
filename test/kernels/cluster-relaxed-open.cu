// An arrival that hands nothing on is not followed.
// expect: inconclusive: an arrival at the barrier of a cluster that orders no memory (test/kernels/cluster-ptx.cuh:6); a cluster barrier at which threads do not arrive and wait in turn (test/kernels/cluster-ptx.cuh:7)
// launch: grid 4 block 64
#include "cluster-ptx.cuh"

__global__ void __cluster_dims__(2, 1, 1) own(const float *in, float *out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  cluster_arrive_relaxed();
  cluster_wait();
  out[blockIdx.x * 64 + t] = tile[t];
}
