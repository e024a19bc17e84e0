// Nobody waits for what the other block writes.
// expect: inter-block-race line 10 with line 13
// launch: grid 4 block 64
#include "cluster-ptx.cuh"

__global__ void __cluster_dims__(2, 1, 1) swap(const float *in, float *out) {
  __shared__ float inbox[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  uint32_t other = rank_in_cluster() ^ 1;
  store_there(map_to(&inbox[63 - t], other), in[i]);
  cluster_arrive();
  __syncthreads();
  out[i] = inbox[t];
}
