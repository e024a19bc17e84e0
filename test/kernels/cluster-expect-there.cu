// One thread expects at the objects of both blocks what it copies to them.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) share(const float *in, float *out, int steps) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  float sum = 0;
  if (t == 0) mbar_init(&full, 1);
  cluster_arrive();
  cluster_wait();
  for (int k = 0; k < steps; k++) {
    if (t == 0 && rank_in_cluster() == 0) {
      arrive_expect_there(map_to(&full, 0), sizeof(tile));
      expect_there(map_to(&full, 1), sizeof(tile) / 2);
      arrive_expect_there(map_to(&full, 1), sizeof(tile) / 2);
      load_for_all(tile, in + (blockIdx.x / 2 * steps + k) * 64, sizeof(tile), &full, 3);
    }
    mbar_wait(&full, k & 1);
    sum += tile[63 - t];
    cluster_arrive();
    cluster_wait();
  }
  out[blockIdx.x * 64 + t] = sum;
}
