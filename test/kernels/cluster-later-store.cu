// Each block stores into the other one's shared memory, on its own time; who waits for the phase that expects the bytes sees them.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) swap(const float *in, float *out) {
  __shared__ float inbox[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(inbox));
  }
  cluster_arrive();
  cluster_wait();
  uint32_t other = rank_in_cluster() ^ 1;
  store_later(map_to(&inbox[63 - t], other), in[i], map_to(&full, other));
  mbar_wait(&full, 0);
  out[i] = inbox[t];
  cluster_arrive();
  cluster_wait();
}
