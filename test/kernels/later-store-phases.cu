// Two stores, each for a phase of its own: the barriers of the cluster tell which of them a phase waits for.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) twice(const float *in, float *out) {
  __shared__ float inbox[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  uint32_t other = rank_in_cluster() ^ 1;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(inbox));
  }
  cluster_arrive();
  cluster_wait();
  store_later(map_to(&inbox[t], other), in[i], map_to(&full, other));
  mbar_wait(&full, 0);
  float first = inbox[63 - t];
  if (t == 0) mbar_arrive_expect(&full, sizeof(inbox));
  cluster_arrive();
  cluster_wait();
  store_later(map_to(&inbox[t], other), in[256 + i], map_to(&full, other));
  mbar_wait(&full, 1);
  out[i] = first + inbox[63 - t];
}
