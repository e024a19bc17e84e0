// A thread stores where bulk copies of other blocks add.
// expect: inter-block-race line 13 with line 18
// launch: grid 4 block 128
#include "mbarrier.cuh"

__global__ void sum(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(out), "r"(shared_address(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  if (blockIdx.x == 0) out[t] = 0;
}
