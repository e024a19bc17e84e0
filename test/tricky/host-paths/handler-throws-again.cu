// The handler tells of it and throws again, so that the launch is not made.
// expect: race-free
#include <cstdio>
#include <stdexcept>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void run(int *a, int size) {
  try {
    if (size > 64) throw std::runtime_error("too many threads");
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
    throw;
  }
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  try {
    run(a, 128);
  } catch (const std::exception &) {
    return 1;
  }
  return cudaDeviceSynchronize();
}
