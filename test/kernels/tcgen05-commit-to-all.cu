// Two blocks copy halves of a tile to both, and their matrix units tell both when they have read it.
// expect: race-free
// launch: grid 4 block 128
#include "cluster-ptx.cuh"
#include "tcgen05.cuh"

const int COLUMNS = 32;

__global__ void __cluster_dims__(2, 1, 1) multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int steps) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS * 32];
  __shared__ uint64_t full, empty, done;
  __shared__ uint32_t address;
  int t = threadIdx.x, rank = rank_in_cluster(), block = blockIdx.x;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_init(&empty, 2);
    mbar_init(&done, 1);
  }
  if (t < 32) tensor_alloc(&address, COLUMNS);
  tensor_fence_before();
  cluster_arrive();
  cluster_wait();
  tensor_fence_after();
  uint32_t tensor = address;
  if (t == 32) {
    for (int k = 0; k < steps; k++) {
      mbar_wait(&empty, (k & 1) ^ 1);
      mbar_arrive_expect(&full, sizeof(a) + sizeof(b));
      load_in_bulk(a, in + (block * steps + k) * 128 * 32, sizeof(a), &full);
      load_for_all(&b[rank * 512], weights + (k * 2 + rank) * 512, sizeof(b) / 2, &full, 3);
    }
  } else if (t == 0) {
    for (int k = 0; k < steps; k++) {
      mbar_wait(&full, k & 1);
      for (int i = 0; i < 4; i++) tensor_multiply(tensor, rows_at(a) + 2 * i, rows_at(b) + 2 * i, COLUMNS, k + i > 0);
      tensor_commit_to(&empty, 3);
    }
    tensor_commit(&done);
  }
  mbar_wait(&done, 0);
  tensor_fence_after();
  uint32_t r[4];
  tensor_load(r, tensor + (t / 32 * 32 << 16));
  tensor_wait_load();
  for (int j = 0; j < 4; j++) out[(block * 128 + t) * 4 + j] = r[j];
  tensor_fence_before();
  cluster_arrive();
  cluster_wait();
  if (t < 32) tensor_free(tensor, COLUMNS);
}
