// In place: each thread reads and writes its own element.
// expect: race-free
#include <cuda_runtime.h>

__global__ void gelu(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i]; // twin: float v = x[n - 1 - i];
    x[i] = 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
  }
}

void run(float *x, int n) { gelu<<<(n + 255) / 256, 256>>>(x, n); }
