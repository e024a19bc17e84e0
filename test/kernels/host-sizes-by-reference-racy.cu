// As host-sizes-by-reference.cu, with tiles that are half a tile apart.
// expect: inter-block-race line 6 with line 6
#include <cuda_runtime.h>

__global__ void clear(float *matrix, int width) {
  matrix[width * 16 * blockIdx.y + 8 * blockIdx.x + width * threadIdx.y + threadIdx.x] = threadIdx.x;
}

void clear_tiles(int block, const dim3 &rows, const dim3 &columns) {
  unsigned size = rows.x * rows.y;
  float *matrix;
  cudaMalloc(&matrix, size * sizeof(float));
  dim3 threads(block, block);
  dim3 grid(columns.x / threads.x, rows.y / threads.y);
  if (block == 16) clear<<<grid, threads>>>(matrix, columns.x);
}
