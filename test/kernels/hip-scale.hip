// One element per thread; sizes and arguments come from a launch by hipLaunchKernelGGL.
// expect: race-free
#include <hip/hip_runtime.h>

__global__ void scale(float *data, float factor, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) data[i] *= factor;
}

void run(float *data, int n) {
  hipLaunchKernelGGL(scale, dim3((n + 255) / 256), dim3(256), 0, 0, data, 2.0f, n);
}
