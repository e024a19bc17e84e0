// What is left over is done in place by one block.
// expect: race-free
#include <cuda_runtime.h>

__global__ void scaleAll(float *x, float factor, int n) {
  int whole = n / 256 * 256;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x) x[i] *= factor;
  int rest = whole + threadIdx.x;
  if (blockIdx.x == 0 && rest < n) x[rest] *= factor; // twin: if (rest < n) x[rest] *= factor;
}

void run(float *x, float factor, int n) { scaleAll<<<32, 256>>>(x, factor, n); }
