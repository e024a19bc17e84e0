// Two buffers in turn, and a branch within a branch asks for the next tile.
// expect: race-free
// launch: grid 4 block 256
#include "mbarrier.cuh"

__device__ inline void load(float *to, const float *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)), "l"(from), "r"(bytes), "r"(shared_address(bar))
               : "memory");
}

__global__ void sum(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ uint64_t bar;
  int t = threadIdx.x, tic = 0, toc = 1;
  if (t == 0) {
    mbar_init(&bar, 1);
    mbar_arrive_expect(&bar, sizeof(tile[0]));
    load(tile[0], in, sizeof(tile[0]), &bar);
  }
  __syncthreads();
  float s = 0;
  int tiles = (n + 255) / 256;
  for (int k = 0; k < tiles; ++k, tic ^= 1, toc ^= 1) {
    mbar_wait(&bar, tic);
    __syncthreads();
    if (t / 128 == 0) {
      // The group that asks.
      if (t == 0 && k + 1 < tiles) {
        mbar_arrive_expect(&bar, sizeof(tile[0]));
        load(tile[toc], in + (k + 1) * 256, sizeof(tile[0]), &bar);
      }
    }
    s += tile[tic][255 - t];
  }
  out[blockIdx.x * 256 + t] = s;
}
