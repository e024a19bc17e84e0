// A size that is too large is told of, and launched: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 6 with line 6
#include <cstdio>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void run(int *a, int size) {
  if (size > 64) {
    printf("%d threads are too many\n", size);
  }
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 64);
  run(a, 128);
  return cudaDeviceSynchronize();
}
