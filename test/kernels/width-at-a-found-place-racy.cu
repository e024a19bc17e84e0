// The width of the rows is overwritten where a search has found it.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 7 with line 7
#include <algorithm>
#include <cuda_runtime.h>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows, widths[2] = {256, 512};
  cudaMalloc(&rows, 1 << 20);
  *std::min_element(widths, widths + 2) = 4;
  number<<<8, 256>>>(rows, widths[0]);
}
