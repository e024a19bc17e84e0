// The thread gives a stage back itself, and the matrix units may still read it: that takes an arrival of theirs.
// expect: async-copy-race line 33 with line 40
// expect: async-copy-race line 34 with line 40
// launch: grid 4 block 160
#include "tcgen05.cuh"

const int STAGES = 4, COLUMNS = 32;

__global__ void multiply(const uint32_t *in, const uint32_t *weights, uint32_t *out, int steps) {
  extern __shared__ __align__(1024) uint32_t tiles[];
  uint32_t(*a)[128 * 32] = (uint32_t(*)[128 * 32])tiles;
  uint32_t(*b)[COLUMNS * 32] = (uint32_t(*)[COLUMNS * 32])(tiles + STAGES * 128 * 32);
  __shared__ uint64_t full[STAGES], empty[STAGES], done;
  __shared__ uint32_t address;
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < STAGES; s++) {
      mbar_init(&full[s], 1);
      mbar_init(&empty[s], 1);
    }
    mbar_init(&done, 1);
  }
  if (t < 32) tensor_alloc(&address, COLUMNS);
  tensor_fence_before();
  __syncthreads();
  tensor_fence_after();
  uint32_t tensor = address;
  if (t == 128) {
    for (int k = 0; k < steps; k++) {
      int s = k % STAGES;
      mbar_wait(&empty[s], ((k / STAGES) & 1) ^ 1);
      mbar_arrive_expect(&full[s], sizeof(a[0]) + sizeof(b[0]));
      load_in_bulk(a[s], in + k * 128 * 32, sizeof(a[0]), &full[s]);
      load_in_bulk(b[s], weights + k * COLUMNS * 32, sizeof(b[0]), &full[s]);
    }
  } else if (t == 0) {
    for (int k = 0; k < steps; k++) {
      int s = k % STAGES;
      mbar_wait(&full[s], (k / STAGES) & 1);
      for (int i = 0; i < 4; i++) tensor_multiply(tensor, rows_at(a[s]) + 2 * i, rows_at(b[s]) + 2 * i, COLUMNS, k + i > 0);
      mbar_arrive(&empty[s]);
    }
    tensor_commit(&done);
  }
  __syncwarp();
  if (t < 128) {
    mbar_wait(&done, 0);
    tensor_fence_after();
    for (int i = 0; i < COLUMNS; i += 4) {
      uint32_t r[4];
      tensor_load(r, tensor + (t / 32 * 32 << 16) + i);
      tensor_wait_load();
      for (int j = 0; j < 4; j++) out[(blockIdx.x * 128 + t) * COLUMNS + i + j] = r[j];
    }
    tensor_fence_before();
  }
  __syncthreads();
  if (t < 32) tensor_free(tensor, COLUMNS);
}
