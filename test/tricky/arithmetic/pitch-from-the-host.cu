// Row times pitch is made in 64 bits.
// expect: race-free
#include <cstddef>
__global__ void mark(int *a, unsigned pitch) {
  size_t place = static_cast<size_t>(blockIdx.x) * pitch + threadIdx.x;
  a[place] = blockIdx.x;
}
int main() {
  int *a;
  if (cudaMalloc(&a, 8192ull * 1048576 * sizeof(int)) != cudaSuccess) return 1;
  mark<<<8192, 64>>>(a, 1048576);
  return cudaDeviceSynchronize();
}
