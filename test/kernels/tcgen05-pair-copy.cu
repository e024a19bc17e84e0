// Each block of a pair copies its half of a matrix to tensor memory, from where it is multiplied.
// expect: race-free
// launch: grid 4 block 128
#include "tcgen05-pair.cuh"

const int COLUMNS = 32;

__global__ void __cluster_dims__(2, 1, 1) multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out) {
  __shared__ alignas(1024) uint32_t a[128 * 8], b[COLUMNS / 2 * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  int t = threadIdx.x, block = blockIdx.x;
  if (t == 0) mbar_init(&done, 1);
  if (t < 32) pair_alloc(&address, 64);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  for (int i = t; i < 128 * 8; i += 128) a[i] = in[block * 128 * 8 + i];
  for (int i = t; i < COLUMNS / 2 * 32; i += 128) b[i] = weights[block % 2 * COLUMNS / 2 * 32 + i];
  async_fence();
  cluster_arrive();
  cluster_wait();
  if (rank_in_cluster() == 0 && t == 0) {
    pair_copy(tensor + COLUMNS, rows_at(a));
    pair_multiply_tensor(tensor, tensor + COLUMNS, rows_at(b), COLUMNS);
    pair_commit_to(&done, 3);
  }
  mbar_wait(&done, 0);
  if (t < 4) a[t] = t;
  tensor_fence_after();
  uint32_t r[4];
  tensor_load(r, tensor + (t / 32 * 32 << 16));
  tensor_wait_load();
  for (int j = 0; j < 4; j++) out[(block * 128 + t) * 4 + j] = r[j];
  tensor_fence_before();
  cluster_arrive();
  cluster_wait();
  if (t < 32) pair_free(tensor, 64);
}
