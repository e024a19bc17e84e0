// The array that is sorted is not the one in which the width of the rows stands, and whoever compares changes nothing.
// expect: race-free
#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows, widths[2] = {256, 4};
  cudaMalloc(&rows, 1 << 20);
  std::vector<int> order{3, 1, 2};
  std::sort(order.begin(), order.end(), [&](int a, int b) { return a * widths[1] < b * widths[1]; });
  number<<<8, 256>>>(rows, widths[0]);
}
