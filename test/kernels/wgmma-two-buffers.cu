// Two buffers and one product in flight: the warpgroup has waited for the last but one together, and no barrier is needed behind that.
// expect: race-free
// launch: grid 4 block 128
#include "wgmma.cuh"

__global__ void multiply(const uint32_t *in, const uint32_t *weights, float *out, int steps) {
  __shared__ alignas(1024) uint32_t b[2][8 * 32];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < steps; k++) {
    uint32_t a[4];
    for (int i = 0; i < 4; i++) a[i] = in[(k * 4 + i) * blockDim.x + t];
    for (int i = t; i < 8 * 32; i += blockDim.x) b[k % 2][i] = weights[k * 8 * 32 + i];
    async_fence();
    __syncthreads();
    wgmma_fence();
    multiply_registers(d, a, rows_at(b[k % 2]));
    wgmma_commit();
    wgmma_wait<1>();
  }
  out[blockIdx.x * blockDim.x + t] = d[0] + d[1] + d[2] + d[3];
}
