// In each round all threads arrive at the object of another block: whose turn it is changes from round to round, and is not followed.
// expect: inconclusive: unidentified barriers in a loop (test/kernels/cluster-remote-in-turn.cu:7); arrivals at barrier objects of more and more blocks (test/kernels/cluster-ptx.cuh:22)
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) in_turn(const float *in, float *out, int n) {
  __shared__ float part[64];
  __shared__ uint64_t all;
  int t = threadIdx.x, rank = rank_in_cluster();
  if (t == 0) mbar_init(&all, 128);
  cluster_arrive();
  cluster_wait();
  for (int k = 0; k < n; k++) {
    part[t] = in[(k * gridDim.x + blockIdx.x) * 64 + t];
    arrive_there(map_to(&all, k % 2));
    if (rank == k % 2) mbar_wait(&all, (k / 2) & 1);
    cluster_arrive();
    cluster_wait();
    out[(k * gridDim.x + blockIdx.x) * 64 + t] = part[63 - t];
    cluster_arrive();
    cluster_wait();
  }
}
