// What the threads wrote is multiplied without a proxy fence: the matrix units may not see it.
// expect: proxy-fence-race line 12 with line 16
// expect: proxy-fence-race line 13 with line 16
// launch: grid 4 block 128
#include "wgmma.cuh"

__global__ void multiply(const uint32_t *in, const uint32_t *weights, float *out, int steps) {
  __shared__ alignas(1024) uint32_t a[64 * 32], b[8 * 32];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < 64 * 32; i += 128) a[i] = in[k * 64 * 32 + i];
    for (int i = t; i < 8 * 32; i += 128) b[i] = weights[k * 8 * 32 + i];
    __syncthreads();
    wgmma_fence();
    for (int i = 0; i < 4; i++) multiply_64x8(d, rows_at(a) + 2 * i, rows_at(b) + 2 * i);
    wgmma_commit();
    wgmma_wait<0>();
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
}
