// The handler tells of it and goes on: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 7 with line 7
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
