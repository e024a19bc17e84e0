// As beside it, but two threads number each row.
// expect: intra-warp-race line 5 with line 5
#include <cuda_runtime.h>
__global__ void number(int *out, int rows) {
  for (int i = 0; i < rows; i++) out[(blockIdx.x * blockDim.x + threadIdx.x) / 2 * rows + i] = threadIdx.x + i;
}

int main(int count, char **arguments) {
  const char *name = arguments[1];
  int n = count * 131072;
  int blocks = name ? n / 8192 : 1;
  int *out;
  cudaMalloc(&out, n * sizeof(int));
  number<<<blocks / 16, 16>>>(out, n / blocks);
}
