// Two groups of columns with a gap between them, up to the end of their buffer; the other buffer is filled meanwhile.
// expect: race-free
// launch: grid 4 block 128
#include "wgmma.cuh"

const int WORDS = 6 * 256, STEP = 5 * 1024;

/** Rows of 128 bytes that are columns of the matrix: eight of them, and eight more at a distance. */
__device__ inline uint64_t columns_at(const void *p) {
  uint64_t start = (shared_address(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)(STEP >> 4) << 16 | (uint64_t)(STEP >> 4) << 32 | 1ull << 62;
}

__global__ void multiply(const uint32_t *in, const uint32_t *weights, float *out, int steps) {
  __shared__ alignas(1024) uint32_t a[2][WORDS], b[8 * 32];
  int t = threadIdx.x;
  float d[4] = {};
  for (int i = t; i < 8 * 32; i += blockDim.x) b[i] = weights[i];
  async_fence();
  __syncthreads();
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < WORDS; i += blockDim.x) a[k % 2][i] = in[k * WORDS + i];
    async_fence();
    __syncthreads();
    wgmma_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(columns_at(a[k % 2])), "l"(rows_at(b)));
    wgmma_commit();
    wgmma_wait<1>();
  }
  out[blockIdx.x * blockDim.x + t] = d[0] + d[1] + d[2] + d[3];
}
