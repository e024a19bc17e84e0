// Rows of the tile are shorter than the block is wide.
// expect: intra-block-race line 7 with line 7
// launch: grid 1 block 16,16
__global__ void fill(int *out) {
  __shared__ int tile[300];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 14 + x] = 16 * y + x;
  __syncthreads();
  out[y * 16 + x] = tile[y * 14 + x];
}
