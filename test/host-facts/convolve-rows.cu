// The row pass of a separable convolution: a block writes RESULTS tiles beside each other, and the grid covers the width
// that the kernel takes for the pitch.
// fact: relation
// without: inter-block-race line 33 with line 33, possible
// condition: pitch >= width
#include <assert.h>
#define RADIUS 8
#define TILE_X 16
#define TILE_Y 4
#define RESULTS 8
#define HALO 1
__constant__ float weights[2 * RADIUS + 1];
__global__ void convolveRows(float *to, const float *from, int width, int height, int pitch) {
  __shared__ float tile[TILE_Y][(RESULTS + 2 * HALO) * TILE_X];
  const int x0 = (blockIdx.x * RESULTS - HALO) * TILE_X + threadIdx.x;
  const int y0 = blockIdx.y * TILE_Y + threadIdx.y;
  from += y0 * pitch + x0;
  to += y0 * pitch + x0;
#pragma unroll
  for (int i = HALO; i < HALO + RESULTS; i++) tile[threadIdx.y][threadIdx.x + i * TILE_X] = from[i * TILE_X];
#pragma unroll
  for (int i = 0; i < HALO; i++)
    tile[threadIdx.y][threadIdx.x + i * TILE_X] = x0 >= -i * TILE_X ? from[i * TILE_X] : 0;
#pragma unroll
  for (int i = HALO + RESULTS; i < HALO + RESULTS + HALO; i++)
    tile[threadIdx.y][threadIdx.x + i * TILE_X] = width - x0 > i * TILE_X ? from[i * TILE_X] : 0;
  __syncthreads();
#pragma unroll
  for (int i = HALO; i < HALO + RESULTS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++) sum += weights[RADIUS - j] * tile[threadIdx.y][threadIdx.x + i * TILE_X + j];
    to[i * TILE_X] = sum;
  }
}
#ifdef WITHOUT_FACT
extern "C" void convolve(float *to, const float *from, int width, int height, int pitch) {
#else
extern "C" void convolve(float *to, const float *from, int width, int height) {
  const int pitch = width;
#endif
  assert(width % (RESULTS * TILE_X) == 0);
  assert(height % TILE_Y == 0);
  dim3 blocks(width / (RESULTS * TILE_X), height / TILE_Y), threads(TILE_X, TILE_Y);
  convolveRows<<<blocks, threads>>>(to, from, width, height, pitch);
}
