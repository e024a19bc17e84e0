// A mask has a bit for each of sixteen blocks at most, and this cluster has more.
// expect: inconclusive: a mask that names an unknown number of blocks (test/kernels/cluster-multicast-large.cu:17)
// launch: grid 64 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(32, 1, 1) spread(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(tile));
  }
  cluster_arrive();
  cluster_wait();
  if (t == 0 && rank_in_cluster() == 0) load_for_all(tile, in + blockIdx.x * 64, sizeof(tile), &full, 0xffff);
  mbar_wait(&full, 0);
  out[blockIdx.x * 64 + t] = tile[63 - t];
  cluster_arrive();
  cluster_wait();
}
