// One lane of each warp arrives for its warp, behind a barrier of the warp.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) gather(const float *in, float *out) {
  __shared__ float part[64];
  __shared__ uint64_t all;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&all, 4);
  cluster_arrive();
  cluster_wait();
  part[t] = in[blockIdx.x * 64 + t];
  __syncwarp();
  if (t % 32 == 0) arrive_there(map_to(&all, 0));
  if (rank_in_cluster() == 0) {
    mbar_wait(&all, 0);
    float theirs;
    read_there(theirs, map_to(&part[63 - t], 1));
    out[blockIdx.x / 2 * 64 + t] = part[63 - t] + theirs;
  }
  cluster_arrive();
  cluster_wait();
}
