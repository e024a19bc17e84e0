// All sizes that the algorithm hands over are 64 or less.
// expect: race-free
#include <algorithm>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static int *buffer;
static void go(int size) { fold<<<1, size>>>(buffer); }
int main() {
  const int sizes[] = {16, 64, 32};
  cudaMalloc(&buffer, 128 * sizeof(int));
  std::for_each(sizes, sizes + 3, go);
  go(64);
  return cudaDeviceSynchronize();
}
