// Of the bulk copies in two loops one call expects all bytes but those of the last pass.
// expect: async-copy-race line 9 with line 43
// expect: async-copy-race line 9 with line 42
// expect: async-copy-race line 9 with line 9
// launch: grid 4 block 256
#include "mbarrier.cuh"

__device__ inline void load(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(bar))
               : "memory");
}

const int ROWS = 2, COLUMNS = 4;

__global__ void multiply(const float *left, const float *right, float *out, int n) {
  __shared__ alignas(128) float a[2][ROWS][256], b[2][COLUMNS][256];
  __shared__ uint64_t full;
  int t = threadIdx.x, at = 0;
  if (t == 0) {
    mbar_init(&full, 1);
    mbar_arrive_expect(&full, sizeof(a[0]) + sizeof(b[0]));
    for (int row = 0; row < ROWS; row++) load(a[0][row], left + row * 256, sizeof(a[0][0]), &full);
    for (int column = 0; column < COLUMNS; column++) {
      load(b[0][column], right + column * 256, sizeof(b[0][0]), &full);
    }
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++, at ^= 1) {
    mbar_wait(&full, k & 1);
    if (t == 0 && k + 1 < n) {
      mbar_arrive_expect(&full, sizeof(a[0]) + sizeof(b[0]) - sizeof(b[0][0]));
      for (int row = 0; row < ROWS; row++) {
        load(a[at ^ 1][row], left + ((k + 1) * ROWS + row) * 256, sizeof(a[0][0]), &full);
      }
      for (int column = 0; column < COLUMNS; column++) {
        load(b[at ^ 1][column], right + ((k + 1) * COLUMNS + column) * 256, sizeof(b[0][0]), &full);
      }
    }
    for (int row = 0; row < ROWS; row++) sum += a[at][row][255 - t];
    for (int column = 0; column < COLUMNS; column++) sum += b[at][column][t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}
