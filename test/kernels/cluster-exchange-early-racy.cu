// Each block gives its memory back before it has read.
// expect: async-copy-race line 22 with line 25
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) exchange(const float *in, float *out, int n) {
  __shared__ float inbox[64];
  __shared__ uint64_t full, empty;
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_init(&empty, 64);
  }
  cluster_arrive();
  cluster_wait();
  uint32_t other = rank_in_cluster() ^ 1;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    mbar_wait(&empty, (k & 1) ^ 1);
    if (t == 0) mbar_arrive_expect(&full, sizeof(inbox));
    store_later(map_to(&inbox[63 - t], other), in[(block * n + k) * 64 + t], map_to(&full, other));
    mbar_wait(&full, k & 1);
    arrive_there(map_to(&empty, other));
    sum += inbox[t];
  }
  out[block * 64 + t] = sum;
  cluster_arrive();
  cluster_wait();
}
