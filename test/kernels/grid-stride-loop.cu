// The usual grid-stride loop.
// expect: race-free
#include <stdlib.h>
__global__ void scale(float *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] *= 3.0f;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  scale<<<atoi(argv[2]), atoi(argv[3])>>>(a, n);
  return cudaDeviceSynchronize();
}
