// The first thread waits for the phase behind the barrier at which the block waits for it.
// expect: async-copy-race line 15 with line 21
// launch: grid 4 block 128
#include "mbarrier.cuh"

__global__ void shift(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 1);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (t == 0) {
      mbar_arrive_expect(&bar, 512);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(
                       shared_address(tile)), "l"(in + (blockIdx.x * n + k) * 128), "r"(shared_address(&bar))
                   : "memory");
    }
    __syncthreads();
    if (t == 0) mbar_wait(&bar, k & 1);
    out[(blockIdx.x * n + k) * 128 + t] = tile[127 - t];
    __syncthreads();
  }
}
