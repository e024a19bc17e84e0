// The same with one product in flight while the next rows are written: the first of them are read whatever the stride is.
// expect: async-copy-race line 16 with line 20
// launch: grid 4 block 128
#include "wgmma.cuh"

__device__ inline uint64_t rows_apart(const void *p, uint32_t bytes) {
  uint64_t start = (shared_address(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)1 << 16 | (uint64_t)((bytes & 0x3FFFF) >> 4) << 32 | 1ull << 62;
}

__global__ void multiply(const uint32_t *in, float *out, int steps, uint32_t stride) {
  __shared__ alignas(1024) uint32_t a[128 * 32];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < 128 * 32; i += 128) a[i] = in[k * 128 * 32 + i];
    async_fence();
    __syncthreads();
    wgmma_fence();
    multiply_64x8(d, rows_apart(a, stride), rows_apart(a, stride));
    wgmma_commit();
    wgmma_wait<1>();
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
}
