// A size that signed arithmetic gives is that number: no count of warps wraps round to 80 threads, and `assert` bounds it.
// expect: race-free
#include <cassert>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  assert(argc <= 2);
  fold<<<1, 32 * argc>>>(a);
  return cudaDeviceSynchronize();
}
