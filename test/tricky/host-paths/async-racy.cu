// The asynchronous task launches with 128 threads: 0 and 64 both write s[0].
// expect: racy line 6 with line 6
#include <future>
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
  auto task = std::async(std::launch::async, go, a, 128);
  task.wait();
  go(a, 64);
  return cudaDeviceSynchronize();
}
