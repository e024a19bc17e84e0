// The products begin when one block of the pair has filled its halves, and the other perhaps not.
// expect: inter-block-race line 25 with line 30
// expect: inter-block-race line 26 with line 30
// launch: grid 4 block 128
#include "tcgen05-pair.cuh"

const int COLUMNS = 32;

__global__ void __cluster_dims__(2, 1, 1) multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int steps) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS / 2 * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) mbar_init(&done, 1);
  if (t < 32) pair_alloc(&address, COLUMNS);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  cluster_arrive();
  cluster_wait();
  for (int k = 0; k < steps; k++) {
    cluster_arrive();
    cluster_wait();
    for (int i = t; i < 128 * 32; i += 128) a[i] = in[(block * steps + k) * 128 * 32 + i];
    for (int i = t; i < COLUMNS / 2 * 32; i += 128) b[i] = weights[(k * 2 + block % 2) * COLUMNS / 2 * 32 + i];
    async_fence();
    __syncthreads();
    if (rank_in_cluster() == 0 && t == 0) {
      for (int i = 0; i < 4; i++) pair_multiply(tensor, rows_at(a) + 2 * i, rows_at(b) + 2 * i, COLUMNS, k + i > 0);
      pair_commit_to(&done, 3);
    }
    mbar_wait(&done, k & 1);
  }
  tensor_fence_after();
  for (int i = 0; i < COLUMNS; i += 4) {
    uint32_t r[4];
    tensor_load(r, tensor + (t / 32 * 32 << 16) + i);
    tensor_wait_load();
    for (int j = 0; j < 4; j++) out[(block * 128 + t) * COLUMNS + i + j] = r[j];
  }
  tensor_fence_before();
  cluster_arrive();
  cluster_wait();
  if (t < 32) pair_free(tensor, COLUMNS);
}
