// All threads store what the block works with, and read it with no barrier; the width is one of those that callers choose.
// expect: intra-block-race line 7 with line 8
// expect: intra-block-race line 7 with line 7
#include <cuda_runtime.h>
__global__ void rows(int *out, int width) {
  __shared__ int half;
  half = threadIdx.x < width / 2 ? width : width / 2;
  out[blockIdx.x * width + threadIdx.x] = half;
}
static void launch(int *out, int width, int n) { rows<<<n / width, width>>>(out, width); }
void run(int *out, int n) {
  if (n >= 960) launch(out, 192, n);
  else if (n >= 480) launch(out, 128, n);
  else launch(out, 64, n);
}
