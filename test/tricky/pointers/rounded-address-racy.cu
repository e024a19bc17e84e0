// Rounded up to 16 bytes an aligned `a` stays as it is: thread 0 writes line[0], which thread 63 reads as a[0].
// expect: racy line 6 with line 7
#include <cstdint>
__global__ void shift(int *a, int *out) {
  int *line = reinterpret_cast<int *>((reinterpret_cast<uintptr_t>(a) + 15) & ~uintptr_t(15));
  line[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = a[63 - threadIdx.x];
}
int main() {
  int *a, *out;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(a, out);
  return cudaDeviceSynchronize();
}
