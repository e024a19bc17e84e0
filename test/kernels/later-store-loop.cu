// Stores in a loop, each round for a phase of its own: that phase expects the bytes of all threads of the other block.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) rounds(const float *in, float *out, int n) {
  __shared__ float inbox[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  uint32_t other = rank_in_cluster() ^ 1;
  float sum = 0;
  if (t == 0) mbar_init(&full, 1);
  for (int k = 0; k < n; k++) {
    if (t == 0) mbar_arrive_expect(&full, sizeof(inbox));
    cluster_arrive();
    cluster_wait();
    // The next round's store comes behind the barrier, which all reach when they have read.
    float sent = in[k * 256 + i];
    store_later(map_to(&inbox[t], other), sent, map_to(&full, other));
    mbar_wait(&full, k & 1);
    sum += inbox[63 - t];
  }
  out[i] = sum;
}
