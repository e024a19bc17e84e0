// The columns are as long as the image is high, and lie as far apart as it is wide: wrong for high images.
// expect: inter-block-race line 7 with line 7
#include <cuda_runtime.h>

__global__ void turn(float *turned, const float *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) turned[x * width + y] = image[y * width + x];
}

extern "C" void turnImage(float *turned, const float *image, int width, int height) {
  turn<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(turned, image, width, height);
}
