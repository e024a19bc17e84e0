// The exclusive or of two addresses, and of `a` once more, is `b`: thread 63 writes b[0], and so does thread 0.
// expect: racy line 7 with line 8
#include <cstdint>
__global__ void mark(int *a, int *b) {
  uintptr_t both = reinterpret_cast<uintptr_t>(a) ^ reinterpret_cast<uintptr_t>(b);
  int *other = reinterpret_cast<int *>(both ^ reinterpret_cast<uintptr_t>(a));
  b[threadIdx.x] = 1;
  other[63 - threadIdx.x] = 2;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  mark<<<1, 64>>>(a, b);
  return cudaDeviceSynchronize();
}
