// The device's largest block has 1024 threads: 0 and 64 both write s[0].
// expect: racy line 6 with line 6
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
  int size = properties.maxThreadsPerBlock;
  cudaMalloc(&a, size * sizeof(int));
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
