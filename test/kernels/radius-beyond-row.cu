// The left edge of each row, as wide as the radius: only a radius longer than the row writes into the next one.
// expect: conditional: w >= r * 2
// expect: possible inter-block-race line 8 with line 8
__global__ void markEdges(int *out, int w, int h, int r) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  out += y * w;
  if (w < 2) return;
  for (int x = 0; x < r + 1; x++) out[x] = y;
}
