// A loop over all elements, whatever the size of the grid.
// expect: race-free
#include <cuda_runtime.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) // twin: for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    y[i] = a * x[i] + y[i];
}

void run(int n, float a, const float *x, float *y) { saxpy<<<80, 256>>>(n, a, x, y); }
