// Like tiles-of-a-product.cu, but a thread that is ahead overwrites the tile that others still read: a block of one tile races, too.
// launch: grid 4,4 block 16,16
// expect: intra-warp-race line 12 with line 15
// expect: intra-block-race line 13 with line 15
#define SIDE 16
__global__ void product(const float *left, const float *right, float *out, int n) {
  __shared__ float rows[SIDE][SIDE], columns[SIDE][SIDE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
  float sum = 0;
  for (int from = 0; from < n; from += SIDE) {
    rows[y][x] = row < n && from + x < n ? left[row * n + from + x] : 0;
    columns[y][x] = column < n && from + y < n ? right[(from + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < SIDE; k++) sum += rows[y][k] * columns[k][x];
  }
  if (row < n && column < n) out[row * n + column] = sum;
}
