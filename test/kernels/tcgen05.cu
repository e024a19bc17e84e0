// A block writes two tiles, one thread has them multiplied, and each warp loads its lanes of the product.
// expect: race-free
// launch: grid 4 block 128
#include "tcgen05.cuh"

const int COLUMNS = 32;

__global__ void multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int steps) {
  __shared__ alignas(1024) uint32_t a[128 * 32], b[COLUMNS * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&done, 1);
  if (t < 32) tensor_alloc(&address, COLUMNS);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  for (int k = 0; k < steps; k++) {
    for (int i = t; i < 128 * 32; i += 128) a[i] = in[k * 128 * 32 + i];
    for (int i = t; i < COLUMNS * 32; i += 128) b[i] = weights[k * COLUMNS * 32 + i];
    async_fence();
    __syncthreads();
    if (t == 0) {
      for (int i = 0; i < 4; i++) tensor_multiply(tensor, rows_at(a) + 2 * i, rows_at(b) + 2 * i, COLUMNS, k + i > 0);
      tensor_commit(&done);
    }
    mbar_wait(&done, k & 1);
  }
  tensor_fence_after();
  for (int i = 0; i < COLUMNS; i += 4) {
    uint32_t r[4];
    tensor_load(r, tensor + (t / 32 * 32 << 16) + i);
    tensor_wait_load();
    for (int j = 0; j < 4; j++) out[(blockIdx.x * 128 + t) * COLUMNS + i + j] = r[j];
  }
  tensor_fence_before();
  __syncthreads();
  if (t < 32) tensor_free(tensor, COLUMNS);
}
