// From one grid to another, which the host exchanges after each step.
// expect: race-free
#include <cuda_runtime.h>
#include <utility>

__global__ void jacobi(float *next, const float *cur, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
    next[y * nx + x] = 0.25f * (cur[y * nx + x - 1] + cur[y * nx + x + 1] + cur[(y - 1) * nx + x] + cur[(y + 1) * nx + x]);
}

int main() {
  const int nx = 1024, ny = 1024;
  float *a, *b;
  cudaMalloc(&a, nx * ny * sizeof(float));
  cudaMalloc(&b, nx * ny * sizeof(float));
  dim3 block(32, 8), grid((nx + 31) / 32, (ny + 7) / 8);
  for (int step = 0; step < 100; step++) {
    jacobi<<<grid, block>>>(b, a, nx, ny); // twin: jacobi<<<grid, block>>>(a, a, nx, ny);
    std::swap(a, b);
  }
  cudaFree(a);
  cudaFree(b);
  return 0;
}
