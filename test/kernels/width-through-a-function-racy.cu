// A `std::function` changes the width of the rows, of which it has the address.
// expect: inter-block-race line 6 with line 6
#include <cuda_runtime.h>
#include <functional>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

int main() {
  int *rows, width = 256;
  cudaMalloc(&rows, 1 << 20);
  std::function<void(int)> set = [&](int w) { width = w; };
  set(4);
  number<<<8, 256>>>(rows, width);
}
