// Nobody launches it here: each thread has an element of the tile, and the block is taken to be as large as that.
// expect: conditional: blockDim.x <= 16 && blockDim.y <= 16
// expect: possible intra-block-race line 13 with line 13
// expect: possible intra-block-race line 14 with line 14
// expect: possible inter-block-race line 19 with line 19
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
    __syncthreads();
  }
  if (row < n && column < n) out[row * n + column] = sum;
}
