// The phase is over before the last thread arrives.
// expect: inter-block-race line 14 with line 19
// launch: grid 6 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(3, 1, 1) gather(const float *in, float *out) {
  __shared__ float part[64];
  __shared__ uint64_t all;
  int t = threadIdx.x, rank = rank_in_cluster();
  if (t == 0) mbar_init(&all, 63);
  cluster_arrive();
  cluster_wait();
  part[t] = in[blockIdx.x * 64 + t];
  uint32_t next = (rank + 1) % 3;
  arrive_there(map_to(&all, next));
  mbar_wait(&all, 0);
  float theirs;
  read_there(theirs, map_to(&part[63 - t], (rank + 2) % 3));
  out[blockIdx.x * 64 + t] = theirs;
  cluster_arrive();
  cluster_wait();
}
