// What a warp stores to its lanes is loaded again while the store may still be going on.
// expect: async-copy-race line 14 with line 15
// launch: grid 4 block 128
#include "tcgen05.cuh"

__global__ void turn(const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t address;
  int t = threadIdx.x;
  if (t < 32) tensor_alloc(&address, 32);
  __syncthreads();
  uint32_t mine = address + (t / 32 * 32 << 16);
  uint32_t r[4];
  for (int i = 0; i < 4; i++) r[i] = in[t * 4 + i];
  tensor_store(mine, r);
  tensor_load(r, mine);
  tensor_wait_load();
  for (int i = 0; i < 4; i++) out[(blockIdx.x * 128 + t) * 4 + i] = r[3 - i];
  __syncthreads();
  if (t < 32) tensor_free(address, 32);
}
