// The sizes of the matrix are behind references, and are read again after a function has filled an array: numbers that nobody
// follows, and sizes all the same. What is read as unsigned for the grid is the width that the kernel gets as an int.
// expect: race-free
#include <cuda_runtime.h>

__global__ void clear(float *matrix, int width) {
  matrix[width * 16 * blockIdx.y + 16 * blockIdx.x + width * threadIdx.y + threadIdx.x] = 0;
}

void fill(float *data, int size, float value) {
  for (int i = 0; i < size; ++i) data[i] = value;
}

void clear_tiles(int block, const dim3 &rows, const dim3 &columns) {
  unsigned size = rows.x * rows.y;
  float *host, *matrix;
  cudaMallocHost(&host, size * sizeof(float));
  fill(host, size, 1.0f);
  cudaMalloc(&matrix, size * sizeof(float));
  dim3 threads(block, block);
  dim3 grid(columns.x / threads.x, rows.y / threads.y);
  if (block == 16) clear<<<grid, threads>>>(matrix, columns.x);
}
