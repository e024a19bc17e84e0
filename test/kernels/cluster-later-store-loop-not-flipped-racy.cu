// From the second round on the wait is for a phase that has been over for long.
// expect: async-copy-race line 19 with line 21
// expect: possible async-copy-race line 19 with line 19
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) swap(const float *in, float *out, int n) {
  __shared__ float inbox[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) mbar_init(&full, 1);
  cluster_arrive();
  cluster_wait();
  uint32_t other = rank_in_cluster() ^ 1;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (t == 0) mbar_arrive_expect(&full, sizeof(inbox));
    store_later(map_to(&inbox[63 - t], other), in[(block * n + k) * 64 + t], map_to(&full, other));
    mbar_wait(&full, 0);
    sum += inbox[t];
    cluster_arrive();
    cluster_wait();
  }
  out[block * 64 + t] = sum;
}
