// The inner step of a blocked LU decomposition of a band: the two tiles to the right of and below the tile at `offset` on the
// diagonal, which walks from the first tile to the last that has two behind it.
// fact: bounds
// without: inter-block-race line 12 with line 17, possible
// without: inter-block-race line 13 with line 17, possible
// without: inter-block-race line 17 with line 17, possible
// condition: dim >= 32 && dim % 64 == 0
#define TILE 16
__global__ void inner(float *m, int dim, int offset) {
  __shared__ float row[TILE][TILE], col[TILE][TILE];
  int rows = offset + (blockIdx.y + 1) * TILE, cols = offset + (blockIdx.x + 1) * TILE;
  row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + cols + threadIdx.x];
  col[threadIdx.y][threadIdx.x] = m[(rows + threadIdx.y) * dim + offset + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < TILE; i++) sum += col[threadIdx.y][i] * row[i][threadIdx.x];
  m[(rows + threadIdx.y) * dim + cols + threadIdx.x] -= sum;
}
#ifdef WITHOUT_FACT
void decompose(float *m, int dim, int offset) {
  {
#else
void decompose(float *m, int dim) {
  for (int offset = 0; offset <= dim - 3 * TILE; offset += TILE) {
#endif
    dim3 grid(2, 2), block(TILE, TILE);
    inner<<<grid, block>>>(m, dim, offset);
  }
}
