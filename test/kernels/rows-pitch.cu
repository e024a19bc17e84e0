// Rows lie `pitch` bytes apart, and only the caller knows that they are no longer than that.
// expect: conditional: pitch >= width * 4
// expect: possible inter-block-race line 9 with line 9
#include <cuda_runtime.h>

__global__ void fade(float *image, size_t pitch, int width, int height, float by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float *row = (float *)((char *)image + y * pitch);
  if (x < width && y < height) row[x] *= by;
}

extern "C" void fadeImage(float *image, size_t pitch, int width, int height) {
  fade<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, pitch, width, height, 0.5f);
}
