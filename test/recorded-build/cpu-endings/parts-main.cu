// Its kernel calls a function of parts-other.cu.
#include <cstdio>

#include "parts.cuh"

int main() {
  int *a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  fill<<<2, 32>>>(a);
  launchOther(a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[5], a[63]);
}
