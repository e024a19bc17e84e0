// Each thread writes a row and one step more: that is the first place of the next row, however long the rows are.
// expect: inter-block-race line 5 with line 5
__global__ void fillRows(int *out, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = 0; x <= w; x++) if (y < h) out[y * w + x] = y;
}
