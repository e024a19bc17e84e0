// The width of the rows lies in managed memory of its own: the kernel before gets at other memory.
// expect: race-free
#include <cuda_runtime.h>

__global__ void number(int *rows, int width) { rows[blockIdx.x * width + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; }

__global__ void narrow(int *width) { *width = 4; }

int main() {
  int *rows, *width, *other;
  cudaMalloc(&rows, 1 << 20);
  cudaMallocManaged(&width, sizeof(int));
  cudaMallocManaged(&other, sizeof(int));
  *width = 256;
  narrow<<<1, 1>>>(other);
  cudaDeviceSynchronize();
  number<<<8, 256>>>(rows, *width);
}
