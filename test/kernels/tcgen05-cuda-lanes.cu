// `cuda::ptx`: products that leave out half the lanes and scale what was there before, and one with the first matrix in tensor memory.
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

__global__ void multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int steps) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  const uint32_t shape = 1u << 4 | COLUMNS >> 3 << 17 | 128u >> 4 << 24;
  const uint32_t left_out[4] = {0, 0, ~0u, ~0u};
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
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, tensor, rows_at(a), rows_at(b), shape, left_out, k > 0);
      ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, tensor, rows_at(a) + 2, rows_at(b) + 2, shape, left_out, true,
                       ptx::n32_t<3>());
      ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, tensor, rows_at(a) + 4, rows_at(b) + 4, shape, true, ptx::n32_t<3>());
      ptx::tcgen05_cp_128x256b(ptx::cta_group_1, tensor + COLUMNS, rows_at(a) + 6);
      ptx::tcgen05_mma_tmem_a(ptx::kind_f16, ptx::cta_group_1, tensor, tensor + COLUMNS, rows_at(b) + 6, shape, left_out, true);
      ptx::tcgen05_commit(ptx::cta_group_1, &done);
    }
    while (!ptx::mbarrier_try_wait_parity(&done, k & 1));
  }
  ptx::tcgen05_fence_after_thread_sync();
  for (int i = 0; i < COLUMNS; i += 4) {
    uint32_t r[4];
    ptx::tcgen05_ld_32x32b(r, tensor + (t / 32 * 32 << 16) + i);
    ptx::tcgen05_wait_ld();
    for (int j = 0; j < 4; j++) out[(blockIdx.x * 128 + t) * COLUMNS + i + j] = r[j];
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (t < 32) ptx::tcgen05_dealloc(ptx::cta_group_1, tensor, 64);
}
