// Every thread writes the element of its own number, whatever the sizes of the launch.
// expect: race-free
#include <stdlib.h>
__global__ void fill(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, atoi(argv[1]) * atoi(argv[2]) * sizeof(int));
  fill<<<atoi(argv[1]), atoi(argv[2])>>>(a);
  return cudaDeviceSynchronize();
}
