// What a stream was handed to call changes the width of the rows when the stream is waited for, behind where the host set it.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 6 with line 6
#include <cuda_runtime.h>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

static void narrow(void *width) { *static_cast<int *>(width) = 4; }

int main() {
  int *rows, width;
  cudaMalloc(&rows, 1 << 20);
  cudaLaunchHostFunc(nullptr, narrow, &width);
  width = 256;
  cudaDeviceSynchronize();
  number<<<8, 256>>>(rows, width);
}
