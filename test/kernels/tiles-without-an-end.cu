// Blocks fill the rows of `out` tile by tile, and nothing asks where a row ends: it holds a tile for each of the blocks.
// expect: conditional: blockDim.x <= 16 && blockDim.y <= 16; width >= gridDim.x * 16
// expect: possible intra-block-race line 10 with line 10
// expect: possible inter-block-race line 12 with line 12
#define SIDE 16
__global__ void turn(const float *in, float *out, int width) {
  __shared__ float tile[SIDE][SIDE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
  tile[y][x] = in[row * width + column];
  __syncthreads();
  out[row * width + column] = tile[x][y];
}
