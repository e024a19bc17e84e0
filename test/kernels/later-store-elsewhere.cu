// Each block stores for the other one and names a barrier object of its own, which is not allowed.
// expect: inconclusive: an asynchronous store whose barrier object lies in the memory of another block (test/kernels/later-store-elsewhere.cu:18)
// launch: grid 4 block 64
#include "cluster-ptx.cuh"
#include "mbarrier.cuh"

__global__ void __cluster_dims__(2, 1, 1) tell(const float *in) {
  __shared__ float inbox[64];
  __shared__ uint64_t full;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(inbox));
  }
  cluster_arrive();
  cluster_wait();
  uint32_t own = rank_in_cluster();
  store_later(map_to(&inbox[t], own ^ 1), in[i], map_to(&full, own));
}
