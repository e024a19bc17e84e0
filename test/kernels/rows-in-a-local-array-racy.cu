// Each thread has four rows that are next to each other, and so are those of the next threads: they share three.
// expect: intra-block-race line 21 with line 21
// launch: block 64
#include <cuda_runtime.h>

constexpr int TILE = 16, ROWS = 4, STRIDE = 64 / TILE;

__global__ void shade(float *image, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x % TILE;
  int y[ROWS], at[ROWS];
  float light[ROWS];
  for (int r = 0; r < ROWS; r++) {
    y[r] = blockIdx.y * TILE + threadIdx.x / TILE + r;
    at[r] = y[r] * width + x;
    light[r] = threadIdx.x;
  }
  for (int step = 0; step < width; step++)
    for (int r = 0; r < ROWS; r++) light[r] *= 0.5f;
  if (x < width)
    for (int r = 0; r < ROWS; r++)
      if (y[r] < height) image[at[r]] = light[r];
}
