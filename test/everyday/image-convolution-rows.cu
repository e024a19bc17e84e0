// Rows of an image by pieces, with the pixels on either side of each.
// expect: conditional: pitch >= w
#include <cuda_runtime.h>
#define R 8
#define PIECE 128
__constant__ float weights[2 * R + 1];

__global__ void convolveRows(float *dst, const float *src, int w, int h, int pitch) {
  __shared__ float data[PIECE + 2 * R];
  int x = blockIdx.x * PIECE + threadIdx.x, y = blockIdx.y;
  for (int i = threadIdx.x; i < PIECE + 2 * R; i += PIECE) {
    int sx = blockIdx.x * PIECE + i - R;
    data[i] = (sx >= 0 && sx < w) ? src[y * pitch + sx] : 0;
  }
  __syncthreads(); // twin:
  if (x >= w) return;
  float sum = 0;
  for (int k = -R; k <= R; k++) sum += data[threadIdx.x + R + k] * weights[R - k];
  dst[y * pitch + x] = sum;
}

void run(float *dst, const float *src, int w, int h, int pitch) {
  convolveRows<<<dim3((w + PIECE - 1) / PIECE, h), PIECE>>>(dst, src, w, h, pitch);
}
