// A `std::function` changes the width of the rows to that of a block.
// expect: race-free
#include <cuda_runtime.h>
#include <functional>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows, width = 4;
  cudaMalloc(&rows, 1 << 20);
  std::function<void(int)> set = [&](int w) { width = w; };
  set(256);
  number<<<8, 256>>>(rows, width);
}
