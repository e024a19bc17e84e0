// Nobody is seen to make the map: how large the box is, and so what the copy writes in both blocks, is not known.
// expect: inconclusive: a copy to several blocks by a tensor map that is not known (test/kernels/cluster-multicast-box-unknown.cu:18)
// launch: grid 4 block 256
#include <cuda.h>
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) rows_of(const __grid_constant__ CUtensorMap tiles, float *__restrict__ out) {
  __shared__ alignas(128) float tile[32][32];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(tile));
  }
  cluster_arrive();
  cluster_wait();
  if (t == 0 && rank_in_cluster() == 0) load_box_for_all(tile, &tiles, 0, blockIdx.x / 2 * 32, &full, 3);
  mbar_wait(&full, 0);
  out[blockIdx.x * 256 + t] = tile[t / 32][t % 32];
  cluster_arrive();
  cluster_wait();
}
