// The thread that stores what a warp has written fences behind its wait.
// expect: race-free
// launch: grid 4 block 64
#include "mbarrier.cuh"

__device__ inline void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

__global__ void store(const float *in, float *out) {
  __shared__ alignas(128) float tile[32];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  __syncthreads();
  if (t < 32) {
    tile[t] = in[blockIdx.x * 32 + t];
    __syncwarp();
    if (t == 0) mbar_arrive(&full);
  } else if (t == 32) {
    mbar_wait(&full, 0);
    fence_proxy_async();
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(out + blockIdx.x * 32),
                 "r"(shared_address(tile))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
