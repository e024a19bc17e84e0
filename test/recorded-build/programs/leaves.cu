// A program that leaves by exit, with launches in a function that runs then.
#include <cstdio>
#include <cstdlib>

__global__ void last(int *to) { to[threadIdx.x] = 1; }

static void atEnd() {
  last<<<1, 32>>>(nullptr);
  cudaDeviceSynchronize();
  printf("leaves\n");
}

int main() {
  atexit(atEnd);
  exit(3);
}
