// At exit the size is 128: threads 0 and 64 of that launch both write s[0].
// expect: racy line 6 with line 6
#include <cstdlib>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static int *buffer;
static int size = 64;
static void finish() { fold<<<1, size>>>(buffer); }
int main() {
  cudaMalloc(&buffer, 128 * sizeof(int));
  atexit(finish);
  finish();
  size = 128;
  return cudaDeviceSynchronize();
}
