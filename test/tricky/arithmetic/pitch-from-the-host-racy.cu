// Row times pitch is made in 32 bits: rows 0 and 4096 both begin at a[0], as 4096 times 1048576 is 0.
// expect: racy line 6 with line 6
#include <cstddef>
__global__ void mark(int *a, unsigned pitch) {
  size_t place = blockIdx.x * pitch + threadIdx.x;
  a[place] = blockIdx.x;
}
int main() {
  int *a;
  if (cudaMalloc(&a, 8192ull * 1048576 * sizeof(int)) != cudaSuccess) return 1;
  mark<<<8192, 64>>>(a, 1048576);
  return cudaDeviceSynchronize();
}
