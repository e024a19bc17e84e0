// Nothing bounds the size: with two arguments it is 96, and threads 0 and 64 both write s[0].
// expect: racy line 6 with line 6
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
  int size = 32 * std::max(argc, 1);
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
