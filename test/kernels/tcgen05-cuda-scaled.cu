// `cuda::ptx`: products whose factors for blocks of elements are copied to tensor memory before.
// expect: race-free
// launch: grid 4 block 128
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int COLUMNS = 32;

/** Rows of 128 bytes one below the other, eight of which are a group of 1024 bytes; pieces of 16 bytes are swapped within them. */
__device__ uint64_t rows_at(const void *p) {
  uint64_t start = ((uint32_t)__cvta_generic_to_shared(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 46 | 2ull << 61;
}

/** Rows of 16 bytes. */
__device__ uint64_t scales_at(const void *p) {
  uint64_t start = ((uint32_t)__cvta_generic_to_shared(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)(128 >> 4) << 16 | (uint64_t)(128 >> 4) << 32 | 1ull << 46;
}

__global__ void multiply(const uint32_t *in, const uint32_t *weights, const uint32_t *factors, uint32_t *out, int steps) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS * 32], scales[2][128];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  const uint32_t shape = COLUMNS >> 3 << 17 | 128u >> 7 << 27;
  int t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&done, 1);
  if (t < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &address, 64);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t tensor = address;
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < 128 * 32; i += 128) a[i] = in[k * 128 * 32 + i];
    for (int i = t; i < COLUMNS * 32; i += 128) b[i] = weights[k * COLUMNS * 32 + i];
    for (int i = 0; i < 2; i++) scales[i][t] = factors[(k * 2 + i) * 128 + t];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      for (int i = 0; i < 2; i++)
        ptx::tcgen05_cp_32x128b_warpx4(ptx::cta_group_1, tensor + COLUMNS + 4 * i, scales_at(scales[i]));
      for (int i = 0; i < 4; i++)
        ptx::tcgen05_mma_block_scale_vec_1x(ptx::kind_mxf8f6f4, ptx::cta_group_1, tensor, rows_at(a) + 2 * i,
                                            rows_at(b) + 2 * i, shape, tensor + COLUMNS, tensor + COLUMNS + 4, k + i > 0);
      ptx::tcgen05_commit(ptx::cta_group_1, &done);
    }
    while (!ptx::mbarrier_try_wait_parity(&done, k & 1));
  }
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t r[4];
  ptx::tcgen05_ld_32x32b(r, tensor + (t / 32 * 32 << 16));
  ptx::tcgen05_wait_ld();
  for (int j = 0; j < 4; j++) out[(blockIdx.x * 128 + t) * 4 + j] = r[j];
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (t < 32) ptx::tcgen05_dealloc(ptx::cta_group_1, tensor, 64);
}
