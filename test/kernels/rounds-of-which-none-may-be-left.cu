// In the last call no round is left: what `done` is then nobody knows.
// expect: conditional: steps >= 1
// expect: possible inter-block-race line 22 with line 22
#define TILE 16
__global__ void rounds(float *out, const float *in, int steps, int rows, int columns, int border) {
  __shared__ float tile[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x, by = blockIdx.y, bx = blockIdx.x;
  int small = TILE - steps * 2;
  int y = small * by - border + ty;
  int x = small * bx - border + tx;
  bool isInside = y >= 0 && y < rows && x >= 0 && x < columns;
  bool done;
  for (int i = 0; i < steps; i++) {
    done = false;
    if (tx > i && tx < TILE - i - 1 && ty > i && ty < TILE - i - 1 && isInside) {
      done = true;
      tile[ty][tx] = in[columns * y + x] + i;
    }
    __syncthreads();
    if (i == steps - 1) break;
  }
  if (done) out[columns * y + x] = tile[ty][tx];
}
void run(float *out, const float *in, int total, int steps, int rows, int columns) {
  if (steps < 1 || total < 1 || rows < 1 || columns < 1) return;
  int side = TILE - steps * 2;
  dim3 grid(columns / side + (columns % side == 0 ? 0 : 1), rows / side + (rows % side == 0 ? 0 : 1));
  for (int t = 0; t <= total; t += steps) {
    int left = total - t;
    rounds<<<grid, dim3(TILE, TILE)>>>(out, in, left < steps ? left : steps, rows, columns, steps);
  }
}
