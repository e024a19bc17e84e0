// Every thread that finds the number stores where: it may well be there more than once.
// expect: intra-block-race line 6 with line 6
#include <cuda_runtime.h>

__global__ void find(const int *values, int *found, int number) {
  if (values[blockIdx.x * blockDim.x + threadIdx.x] == number) found[blockIdx.x] = threadIdx.x;
}

void find_in_blocks(const int *values, int *found, int number, int blocks) {
  find<<<blocks, 256>>>(values, found, number);
}
