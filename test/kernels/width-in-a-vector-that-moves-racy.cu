// What is erased from the beginning of a vector lets the others come to stand in its place.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 7 with line 7
#include <cuda_runtime.h>
#include <vector>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows;
  cudaMalloc(&rows, 1 << 20);
  std::vector<int> widths{256, 4};
  widths.erase(widths.begin());
  number<<<8, 256>>>(rows, widths[0]);
}
