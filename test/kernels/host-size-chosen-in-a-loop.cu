// expect: race-free
// The size is whatever the last option says; the loop around the launch still ends where it says.
#include <stdlib.h>

int size;

__global__ void multipliers(float *m, const float *a, int n, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= n - 1 - t) return;
  m[n * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t] = a[n * t + t];
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == '-' && argv[i][1] == 's') {
      i++;
      size = atoi(argv[i]);
    }
  }
  float *m, *a;
  cudaMalloc(&m, size * size * sizeof(float));
  cudaMalloc(&a, size * size * sizeof(float));
  for (int t = 0; t < size - 1; t++) multipliers<<<size / 256 + 1, 256>>>(m, a, size, t);
}
