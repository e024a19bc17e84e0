// The assert stays: a size of more than 64 ends the program before the launch.
// expect: race-free
#include <cassert>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void run(int *a, int size) {
  assert(size <= 64);
  fold<<<1, size>>>(a);
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  run(a, 16 * argc);
  return cudaDeviceSynchronize();
}
