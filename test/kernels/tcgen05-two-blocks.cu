// A pair of blocks would have to be in a cluster, and these are in none.
// expect: inconclusive: what a pair of blocks does together in a cluster whose size is not known to be even (test/kernels/tcgen05-two-blocks.cu:23)
// launch: grid 4 block 128
#include "tcgen05.cuh"

const int COLUMNS = 32;

__global__ void multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out) {
  __shared__ alignas(1024) uint32_t a[128 * 8], b[COLUMNS * 32];
  __shared__ uint64_t done;
  __shared__ uint32_t address;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&done, 1);
  if (t < 32) tensor_alloc(&address, 64);
  for (int i = t; i < 128 * 8; i += 128) a[i] = in[i];
  for (int i = t; i < COLUMNS * 32; i += 128) b[i] = weights[i];
  async_fence();
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  if (t == 0) {
    asm volatile("tcgen05.cp.cta_group::2.128x256b [%0], %1;" ::"r"(tensor + COLUMNS), "l"(rows_at(a)) : "memory");
    tensor_multiply_tensor(tensor, tensor + COLUMNS, rows_at(b), COLUMNS);
    tensor_commit(&done);
  }
  mbar_wait(&done, 0);
  if (t < 4) a[t] = t;
  tensor_fence_after();
  uint32_t r[4];
  tensor_load(r, tensor + (t / 32 * 32 << 16));
  tensor_wait_load();
  for (int j = 0; j < 4; j++) out[(blockIdx.x * 128 + t) * 4 + j] = r[j];
  tensor_fence_before();
  __syncthreads();
  if (t < 32) tensor_free(tensor, 64);
}
