// Tables say how large the cell of each block is. The threads of a cell read the row above theirs, and store to their own: rows of two
// warps meet where a cell has as many elements as cells usually have, and not in one of two by two.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/cells-of-tabled-sizes.cu:29); a possible intra-block-race was neither proved nor ruled out (test/kernels/cells-of-tabled-sizes.cu:37); a possible inter-block-race was neither proved nor ruled out (test/kernels/cells-of-tabled-sizes.cu:39)
// expect: possible inter-block-race line 14 with line 24
// expect: intra-block-race line 20 with line 21
// expect: possible intra-block-race line 21 with line 21
// expect: possible inter-block-race line 24 with line 24
// expect: possible inter-block-race line 29 with line 39
// expect: possible intra-block-race line 37 with line 37
// expect: possible inter-block-race line 39 with line 39
__global__ void drain(float *out, const int *widths, const int *heights) {
  __shared__ float cell[1024];
  int width = widths[blockIdx.x], height = heights[blockIdx.x];
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) cell[i] = out[1024 * blockIdx.x + i];
  __syncthreads();
  float per = 1.0f / width;
  int row = threadIdx.x * per;
  int column = threadIdx.x % width;
  if (row < height) {
    float above = cell[(row == 0 ? 0 : row - 1) * width + column];
    cell[row * width + column] = above / 2;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) out[1024 * blockIdx.x + i] = cell[i];
}
__global__ void drain_in_order(float *out, const int *widths, const int *heights) {
  __shared__ float cell[1024];
  int width = widths[blockIdx.x], height = heights[blockIdx.x];
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) cell[i] = out[1024 * blockIdx.x + i];
  __syncthreads();
  float per = 1.0f / width;
  int row = threadIdx.x * per;
  int column = threadIdx.x % width;
  float above = 0;
  if (row < height) above = cell[(row == 0 ? 0 : row - 1) * width + column];
  __syncthreads();
  if (row < height) cell[row * width + column] = above / 2;
  __syncthreads();
  for (int i = threadIdx.x; i < width * height; i += blockDim.x) out[1024 * blockIdx.x + i] = cell[i];
}
void launch(float *out, const int *widths, const int *heights, int cells) {
  drain<<<cells, 256>>>(out, widths, heights);
  drain_in_order<<<cells, 256>>>(out, widths, heights);
}
