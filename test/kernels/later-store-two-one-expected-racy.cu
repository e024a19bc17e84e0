// The phase expects the bytes of one of two stores, and may be over with those of either.
// expect: possible async-copy-race line 19 with line 24
// expect: async-copy-race line 20 with line 24
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) both(const float *in, float *out) {
  __shared__ float low[64], high[32];
  __shared__ uint64_t full;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) {
    mbar_init(&full, 64);
    mbar_expect(&full, 64 * 4);
  }
  cluster_arrive();
  cluster_wait();
  uint32_t other = rank_in_cluster() ^ 1;
  store_later(map_to(&low[t], other), in[i], map_to(&full, other));
  if (t < 32) store_later(map_to(&high[t], other), in[i], map_to(&full, other));
  mbar_arrive(&full);
  if (t == 0) mbar_wait(&full, 0);
  __syncthreads();
  out[i] = low[63 - t] + high[31 - t / 2];
  cluster_arrive();
  cluster_wait();
}
