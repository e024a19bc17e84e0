// expect: race-free
// Which function the host has put into the table is not known. Each of those that may be there computes numbers alone.
#include <cuda_runtime.h>

typedef float (*Shape)(float, float);

__device__ float linear(float x, float by) { return x * by; }
__device__ float bent(float x, float by) { return x > by ? x : by + x * x; }

__device__ Shape first_shape = linear;
__device__ Shape second_shape = bent;
__device__ Shape chosen[2];

__global__ void shaped(float *values, int n) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < n) values[at] = chosen[1](values[at], 2.0f);
}

int main() {
  Shape shape;
  cudaMemcpyFromSymbol(&shape, second_shape, sizeof shape);
  cudaMemcpyToSymbol(chosen, &shape, sizeof shape, sizeof shape);
  float *values;
  cudaMalloc(&values, 1000 * sizeof(float));
  shaped<<<8, 128>>>(values, 1000);
}
