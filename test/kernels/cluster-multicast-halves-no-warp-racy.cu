// The lanes that tell do not wait for the others of their warp.
// expect: async-copy-race line 22 with line 25
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) share(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full, empty;
  int t = threadIdx.x, rank = rank_in_cluster(), cluster = blockIdx.x / 2;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_init(&empty, 4);
  }
  cluster_arrive();
  cluster_wait();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (t == 0) {
      mbar_wait(&empty, (k & 1) ^ 1);
      mbar_arrive_expect(&full, sizeof(tile));
      load_for_all(&tile[rank * 32], in + (cluster * n + k) * 64 + rank * 32, sizeof(tile) / 2, &full, 3);
    }
    mbar_wait(&full, k & 1);
    sum += tile[63 - t];
    if (t % 32 < 2) arrive_there(map_to(&empty, t % 32));
  }
  out[blockIdx.x * 64 + t] = sum;
  cluster_arrive();
  cluster_wait();
}
