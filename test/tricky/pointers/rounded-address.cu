// Rounded up to 16 bytes or not: each thread reads what it wrote itself.
// expect: race-free
#include <cstdint>
__global__ void shift(int *a, int *out) {
  int *line = reinterpret_cast<int *>((reinterpret_cast<uintptr_t>(a) + 15) & ~uintptr_t(15));
  line[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = line[threadIdx.x];
}
int main() {
  int *a, *out;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(a, out);
  return cudaDeviceSynchronize();
}
