// What was bound to the address of the width of the rows changes it when it is called.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 7 with line 7
#include <cuda_runtime.h>
#include <functional>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

static void narrow(int &width) { width = 4; }

int main() {
  int *rows, width = 256;
  cudaMalloc(&rows, 1 << 20);
  auto call = std::bind(narrow, std::ref(width));
  call();
  number<<<8, 256>>>(rows, width);
}
