// One thread expects bytes at its own object, and at that of the other block it only arrives: both are copied to.
// expect: async-copy-race line 17 with line 20
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) share(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  cluster_arrive();
  cluster_wait();
  if (t == 0 && rank_in_cluster() == 0) {
    mbar_arrive_expect(&full, sizeof(tile));
    arrive_there(map_to(&full, 1));
    load_for_all(tile, in + blockIdx.x / 2 * 64, sizeof(tile), &full, 3);
  }
  mbar_wait(&full, 0);
  out[blockIdx.x * 64 + t] = tile[63 - t];
  cluster_arrive();
  cluster_wait();
}
