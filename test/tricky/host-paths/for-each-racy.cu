// One of the sizes that the algorithm hands over is 128: threads 0 and 64 of that launch both write s[0].
// expect: racy line 6 with line 6
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
  const int sizes[] = {16, 64, 128};
  cudaMalloc(&buffer, 128 * sizeof(int));
  std::for_each(sizes, sizes + 3, go);
  go(64);
  return cudaDeviceSynchronize();
}
