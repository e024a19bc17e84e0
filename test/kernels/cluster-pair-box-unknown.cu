// Nobody is seen to make the map of a copy that completes at the object of the first block of the pair: what it writes is not known.
// expect: inconclusive: a copy for a barrier object of another block by a tensor map that is not known (test/kernels/cluster-pair-box-unknown.cu:16)
// launch: grid 4 block 256
#include <cuda.h>
#include "tcgen05-pair.cuh"

__global__ void __cluster_dims__(2, 1, 1) rows_of(const __grid_constant__ CUtensorMap rows, uint32_t *__restrict__ out) {
  __shared__ alignas(128) uint32_t tile[32 * 32];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    if (rank_in_cluster() == 0) mbar_arrive_expect(&full, 2 * sizeof(tile));
  }
  cluster_arrive(), cluster_wait();
  if (t == 0) pair_load_box(tile, &rows, 0, blockIdx.x * 32, &full);
  if (rank_in_cluster() == 0) mbar_wait(&full, 0);
  cluster_arrive(), cluster_wait();
  out[blockIdx.x * 256 + t] = tile[t];
}
