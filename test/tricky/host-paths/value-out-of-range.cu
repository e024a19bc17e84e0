// The vector has three sizes, and nothing is launched for the fourth one.
// expect: race-free
#include <stdexcept>
#include <vector>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  std::vector<int> sizes = {16, 32, 64};
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  for (int i = 0; i < 4; i++) {
    int size = 0;
    try {
      size = sizes.at(i);
    } catch (const std::out_of_range &) {
      continue;
    }
    fold<<<1, size>>>(a);
  }
  return cudaDeviceSynchronize();
}
