// Block sizes of a table are tried, and then timed by a function that calls what it is handed.
// expect: race-free
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void addRows(float *out, const float *in, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows) return;
  for (int c = threadIdx.x % 32; c < cols; c += 32) out[row * cols + c] += in[row * cols + c];
}

void add(float *out, const float *in, int rows, int cols, int block) {
  addRows<<<(rows * 32 + block - 1) / block, block>>>(out, in, rows, cols);
}

template <class Function, class... Arguments>
float timed(int repeats, Function function, Arguments &&...arguments) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  float all = 0;
  for (int i = 0; i < repeats; i++) {
    cudaEventRecord(start, nullptr);
    function(std::forward<Arguments>(arguments)...);
    cudaEventRecord(stop, nullptr);
    float one;
    cudaEventElapsedTime(&one, start, stop);
    all += one;
  }
  return all / repeats;
}

int main() {
  int rows = 1024, cols = 768;
  float *out, *in;
  cudaMalloc(&out, rows * cols * sizeof(float));
  cudaMalloc(&in, rows * cols * sizeof(float));
  int blocks[] = {32, 64, 128, 256};
  for (int j = 0; j < sizeof(blocks) / sizeof(int); j++) add(out, in, rows, cols, blocks[j]);
  for (int j = 0; j < sizeof(blocks) / sizeof(int); j++) {
    int block = blocks[j];
    printf("%d threads: %f ms\n", block, timed(100, add, out, in, rows, cols, block));
  }
}
