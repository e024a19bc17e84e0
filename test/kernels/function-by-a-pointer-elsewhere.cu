// expect: inconclusive: a call through a function pointer (test/kernels/function-by-a-pointer-elsewhere.cu:15)
// One of the functions that may be called is in another file: it may write anywhere.
#include <cuda_runtime.h>

typedef float (*Shape)(float, float);

__device__ float linear(float x, float by) { return x * by; }
extern __device__ float counted(float x, float by);

__device__ Shape shapes[2] = {linear, counted};
__device__ Shape chosen;

__global__ void shaped(float *values, int n) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < n) values[at] = chosen(values[at], 2.0f);
}

int main() {
  Shape shape;
  cudaMemcpyFromSymbol(&shape, shapes, sizeof shape);
  cudaMemcpyToSymbol(chosen, &shape, sizeof shape);
  float *values;
  cudaMalloc(&values, 1000 * sizeof(float));
  shaped<<<8, 128>>>(values, 1000);
}
