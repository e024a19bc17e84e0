// `cuda::ptx`: a pair of blocks fills its halves of two matrices, and one thread has them multiplied for both.
// expect: race-free
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

const int COLUMNS = 32;

/** Rows of 128 bytes one below the other, eight of which are a group of 1024 bytes; pieces of 16 bytes are swapped within them. */
__device__ uint64_t rows_at(const void *p) {
  uint64_t start = ((uint32_t)__cvta_generic_to_shared(p) & 0x3FFFF) >> 4;
  return start | (uint64_t)1 << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 46 | 2ull << 61;
}

__global__ void __cluster_dims__(2, 1, 1) multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS / 2 * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  const uint32_t shape = 1u << 4 | COLUMNS >> 3 << 17 | 256u >> 4 << 24;
  auto cluster = cooperative_groups::this_cluster();
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) ptx::mbarrier_init(&done, 1);
  if (t < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_2, &address, COLUMNS);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_2);
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t tensor = address;
  for (int i = t; i < 128 * 32; i += 128) a[i] = in[block * 128 * 32 + i];
  for (int i = t; i < COLUMNS / 2 * 32; i += 128) b[i] = weights[block % 2 * COLUMNS / 2 * 32 + i];
  ptx::fence_proxy_async(ptx::space_shared);
  cluster.sync();
  if (cluster.block_rank() == 0 && t == 0) {
    for (int i = 0; i < 4; i++)
      ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_2, tensor, rows_at(a) + 2 * i, rows_at(b) + 2 * i, shape, i > 0);
    ptx::tcgen05_commit_multicast(ptx::cta_group_2, &done, (uint16_t)3);
  }
  while (!ptx::mbarrier_try_wait_parity(&done, 0));
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t r[4];
  ptx::tcgen05_ld_32x32b(r, tensor + (t / 32 * 32 << 16));
  ptx::tcgen05_wait_ld();
  for (int j = 0; j < 4; j++) out[(block * 128 + t) * 4 + j] = r[j];
  ptx::tcgen05_fence_before_thread_sync();
  cluster.sync();
  if (t < 32) ptx::tcgen05_dealloc(ptx::cta_group_2, tensor, COLUMNS);
}
