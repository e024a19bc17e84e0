// One lane of each warp gives a product back, when all of them have loaded theirs.
// expect: race-free
// launch: grid 4 block 160
#include "tcgen05.cuh"

const int COLUMNS = 32;

__global__ void multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int tiles) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS * 32];
  __shared__ uint64_t full[2], empty[2];
  __shared__ uint32_t address;
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 4);
    }
  }
  if (t >= 128) tensor_alloc(&address, 2 * COLUMNS);
  for (int i = t; i < 128 * 32; i += 160) a[i] = in[i];
  for (int i = t; i < COLUMNS * 32; i += 160) b[i] = weights[i];
  async_fence();
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  if (t >= 128) {
    if (t == 128) {
      for (int k = 0; k < tiles; k++) {
        mbar_wait(&empty[k % 2], ((k / 2) & 1) ^ 1);
        tensor_fence_after();
        for (int i = 0; i < 4; i++) tensor_multiply(tensor + k % 2 * COLUMNS, rows_at(a) + 2 * i, rows_at(b) + 2 * i, COLUMNS, i > 0);
        tensor_commit(&full[k % 2]);
      }
    }
  } else {
    for (int k = 0; k < tiles; k++) {
      mbar_wait(&full[k % 2], (k / 2) & 1);
      tensor_fence_after();
      uint32_t r[4];
      tensor_load(r, tensor + (t / 32 * 32 << 16) + k % 2 * COLUMNS);
      tensor_wait_load();
      tensor_fence_before();
      __syncwarp();
      if (t % 32 == 0) mbar_arrive(&empty[k % 2]);
      for (int j = 0; j < 4; j++) out[((size_t)blockIdx.x * tiles + k) * 512 + t * 4 + j] = r[j];
    }
  }
  __syncthreads();
  if (t >= 128) tensor_free(tensor, 2 * COLUMNS);
}
