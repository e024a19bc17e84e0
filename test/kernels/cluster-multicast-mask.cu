// A computed mask names one block of two; the other one uses its memory for itself.
// expect: race-free
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) halves(const float *in, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, rank = rank_in_cluster();
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(tile));
  }
  cluster_arrive();
  cluster_wait();
  if (rank == 0) {
    if (t == 0) load_for_all(tile, in + blockIdx.x * 64, sizeof(tile), &full, 1 << rank);
    mbar_wait(&full, 0);
  } else {
    tile[t] = t;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = tile[63 - t];
  cluster_arrive();
  cluster_wait();
}
