// One thread fills a tile by bulk copies, another one waits for them, and its block for that one.
// expect: race-free
// launch: grid 4 block 128
#include "mbarrier.cuh"

__global__ void shift(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 1);
  __syncthreads();
  if (t == 32) {
    mbar_arrive_expect(&bar, 512);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(
                     shared_address(tile)), "l"(in + blockIdx.x * 128), "r"(shared_address(&bar))
                 : "memory");
  }
  if (t == 0) mbar_wait(&bar, 0);
  __syncthreads();
  out[blockIdx.x * 128 + t] = tile[127 - t];
}
