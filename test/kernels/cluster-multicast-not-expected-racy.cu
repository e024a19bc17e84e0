// Only the first block expects the bytes that are copied to both: the phase of the other one is over without them.
// expect: async-copy-race line 18 with line 20
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) share(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    if (rank_in_cluster() == 0) mbar_arrive_expect(&full, sizeof(tile));
  }
  cluster_arrive();
  cluster_wait();
  if (t == 32 && rank_in_cluster() == 1) mbar_arrive(&full);
  if (t == 0 && rank_in_cluster() == 0) load_for_all(tile, in + blockIdx.x / 2 * 64, sizeof(tile), &full, 3);
  mbar_wait(&full, 0);
  out[blockIdx.x * 64 + t] = tile[63 - t];
  cluster_arrive();
  cluster_wait();
}
