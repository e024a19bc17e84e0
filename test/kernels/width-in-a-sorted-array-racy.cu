// Where the width of the rows stands in an array, another number stands when the array is sorted.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 7 with line 7
#include <algorithm>
#include <cuda_runtime.h>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows, widths[2] = {256, 4};
  cudaMalloc(&rows, 1 << 20);
  std::sort(widths, widths + 2);
  number<<<8, 256>>>(rows, widths[0]);
}
