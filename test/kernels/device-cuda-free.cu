// expect: race-free
// Each thread frees what its own element leads to.
#include <cuda_runtime.h>

struct Line {
  float *points;
  int count;
};

__global__ void freed(Line *lines, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cudaFree(lines[i].points);
  lines[i].count = 0;
}
