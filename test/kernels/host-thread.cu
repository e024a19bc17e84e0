// A thread of the host launches with as many threads as a row has.
// expect: race-free
#include <thread>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x % 64];
}
static void go(int *a, int size) { fold<<<1, size>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, 4096);
  std::thread other(go, a, 32);
  other.join();
  go(a, 64);
}
