// Threads arrive before they write.
// expect: inter-block-race line 16 with line 20
// expect: intra-block-race line 16 with line 21
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) gather(const float *in, float *out) {
  __shared__ float part[64];
  __shared__ uint64_t all;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&all, 128);
  cluster_arrive();
  cluster_wait();
  arrive_there(map_to(&all, 0));
  part[t] = in[blockIdx.x * 64 + t];
  if (rank_in_cluster() == 0) {
    mbar_wait(&all, 0);
    float theirs;
    read_there(theirs, map_to(&part[63 - t], 1));
    out[blockIdx.x / 2 * 64 + t] = part[63 - t] + theirs;
  }
  cluster_arrive();
  cluster_wait();
}
