// One product stays in flight when the next tiles are written, which are where its own are.
// expect: async-copy-race line 35 with line 42
// expect: async-copy-race line 36 with line 42
// launch: grid 4 block 128
#include "wgmma.cuh"

union Descriptor {
  uint64_t whole;
  uint32_t halves[2];
  struct {
    uint16_t start : 14, : 2;
    uint16_t leading : 14, : 2;
    uint16_t stride : 14, : 2;
    uint8_t : 1, base : 3, : 4;
    uint8_t : 6, layout : 2;
  } parts;
};

__device__ Descriptor descriptor_of(const void *p) {
  Descriptor d;
  d.whole = 0;
  d.parts.start = shared_address(p) >> 4;
  d.parts.leading = 0;
  d.parts.stride = 1024 >> 4;
  d.parts.layout = 1;
  return d;
}

__global__ void multiply(const uint32_t *in, const uint32_t *weights, float *out, int steps) {
  extern __shared__ __align__(1024) uint8_t smem[];
  uint32_t *a = (uint32_t *)smem, *b = (uint32_t *)(smem + 64 * 128);
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < 64 * 32; i += 128) a[i] = in[k * 64 * 32 + i];
    for (int i = t; i < 8 * 32; i += 128) b[i] = weights[k * 8 * 32 + i];
    async_fence();
    __syncthreads();
    wgmma_fence();
    Descriptor x = descriptor_of(a), y = descriptor_of(b);
    for (int i = 0; i < 4; i++) {
      multiply_64x8(d, x.whole, y.whole);
      x.halves[0] += 32 >> 4;
      y.halves[0] += 32 >> 4;
    }
    wgmma_commit();
    wgmma_wait<1>();
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
}
