// `std::min` bounds the size.
// expect: race-free
#include <algorithm>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  int size = 32 * std::min(argc, 2);
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
