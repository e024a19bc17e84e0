// How many blocks there are hangs on whether a name was given: the rows still lie in memory of their own.
// expect: race-free
#include <cuda_runtime.h>

__global__ void clear(int *out, int rows) {
  for (int i = 0; i < rows; i++) out[(blockIdx.x * blockDim.x + threadIdx.x) * rows + i] = 0;
}

int main(int count, char **arguments) {
  const char *name = arguments[1];
  int n = count * 131072;
  int blocks = name ? n / 8192 : 1;
  int *out;
  cudaMalloc(&out, n * sizeof(int));
  clear<<<blocks / 16, 16>>>(out, n / blocks);
}
