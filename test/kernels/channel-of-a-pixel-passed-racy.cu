// The same with a part that the host passes too large, and a neighbour that is as far away as the argument says.
// expect: inter-block-race line 10 with line 11
// expect: inter-block-race line 17 with line 17
#include <cuda_runtime.h>

__global__ void highlight(unsigned char *pixels, const unsigned char *grey, int count, int channel) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned char *pixel = pixels + 4 * i;
  pixel[3] = 255;
  pixel[channel / 2] = grey[i];
}

__global__ void shift(float *a, int count, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  a[2 * i] = a[2 * i + by] + 1;
}

void run(unsigned char *pixels, const unsigned char *grey, float *a, int count, int by) {
  highlight<<<(count + 255) / 256, 256>>>(pixels, grey, count, 15);
  shift<<<(count + 255) / 256, 256>>>(a, count, by);
}
