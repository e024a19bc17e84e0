// The device's largest block, but no more than 64 threads.
// expect: race-free
#include <algorithm>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  int *a;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int size = std::min(properties.maxThreadsPerBlock, 64);
  cudaMalloc(&a, size * sizeof(int));
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
