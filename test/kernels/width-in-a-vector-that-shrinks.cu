// What is erased from the end of a vector leaves the others where they are.
// expect: race-free
#include <cuda_runtime.h>
#include <vector>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows;
  cudaMalloc(&rows, 1 << 20);
  std::vector<int> widths{256, 4};
  widths.erase(widths.begin() + 1, widths.end());
  number<<<8, 256>>>(rows, widths[0]);
}
