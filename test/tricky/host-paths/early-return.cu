// A size that is too large ends the function.
// expect: race-free
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
    return;
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
