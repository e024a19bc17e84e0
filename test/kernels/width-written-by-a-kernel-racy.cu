// The width of the rows lies in managed memory, and a kernel overwrites it before it is read again.
// expect: conditional: width >= 256
// expect: possible inter-block-race line 6 with line 6
#include <cuda_runtime.h>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

__global__ void narrow(int *width) { *width = 4; }

int main() {
  int *rows, *width;
  cudaMalloc(&rows, 1 << 20);
  cudaMallocManaged(&width, sizeof(int));
  *width = 256;
  narrow<<<1, 1>>>(width);
  cudaDeviceSynchronize();
  number<<<8, 256>>>(rows, *width);
}
