// The lambda that a host thread runs launches with 32 threads.
// expect: race-free
#include <thread>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void go(int *a, int size) { fold<<<1, size>>>(a); }
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  std::thread other([a] { go(a, 32); });
  other.join();
  go(a, 64);
  return cudaDeviceSynchronize();
}
