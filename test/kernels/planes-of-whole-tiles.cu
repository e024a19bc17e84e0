// A plane has n / 256 tiles of rows, and the grid half a tile for what is left of 512: planes of part of a tile lie in each other, and
// whoever calls `run` pads the rows. What the size of the grid is computed of says that.
// expect: conditional: n % 256 == 0
// expect: possible inter-block-race line 13 with line 13
#include <assert.h>
__global__ void pack(const float *x, signed char *packed, long long n, int rows) {
  long long first = (blockIdx.y * blockDim.y + threadIdx.y) * 64LL;
  if (first >= n)
    return;
  long long tile = first / 256, part = first % 256 / 64;
  long long plane = blockIdx.z * ((long long)rows * (n / 256));
  signed char *to = packed + (plane + tile * rows + blockIdx.x) * 128 + part * 32;
  to[threadIdx.x] = (signed char)(x[(blockIdx.z * (long long)rows + blockIdx.x) * n + first + threadIdx.x] + blockIdx.z);
}

void run(const float *x, signed char *packed, long long n, long long rows, long long planes, long long batches) {
  assert(n > 0 && n % 64 == 0);
  long long tiles = (n + 511) / 512;
  dim3 blocks(rows, tiles, planes * batches);
  pack<<<blocks, dim3(32, 8)>>>(x, packed, n, rows);
}
