// Each warp stores factors to its lanes, waits for that, and loads them again the other way round.
// expect: race-free
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
  tensor_wait_store();
  tensor_load(r, mine);
  tensor_wait_load();
  for (int i = 0; i < 4; i++) out[(blockIdx.x * 128 + t) * 4 + i] = r[3 - i];
  __syncthreads();
  if (t < 32) tensor_free(address, 32);
}
