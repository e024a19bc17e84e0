// Transposes a matrix that is taller than wide. The output index uses the wrong row length, so
// (col, row) and (col + 1, row - cols) fall on one element. With a square matrix it would be right.
// expect: inter-block-race line 15 with line 15
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

const int kBlock = 16;

// in has `rows` rows of `cols` elements; out has `cols` rows of `rows` elements.
__global__ void transposeWide(const int *in, int *out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * cols + row] = in[row * cols + col];
  }
}

int main() {
  const int rows = 1024, cols = 512;
  std::vector<int> in(rows * cols), out(rows * cols);
  for (int i = 0; i < rows * cols; i++) in[i] = i;
  int *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, rows * cols * sizeof(int));
  cudaMalloc(&deviceOut, rows * cols * sizeof(int));
  cudaMemcpy(deviceIn, in.data(), rows * cols * sizeof(int), cudaMemcpyHostToDevice);

  dim3 block(kBlock, kBlock);
  dim3 grid(cols / kBlock, rows / kBlock);
  transposeWide<<<grid, block>>>(deviceIn, deviceOut, rows, cols);

  cudaMemcpy(out.data(), deviceOut, rows * cols * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) wrong += out[col * rows + row] != in[row * cols + col];
  printf("%d wrong elements\n", wrong);
  cudaFree(deviceIn);
  cudaFree(deviceOut);
  return wrong != 0;
}
